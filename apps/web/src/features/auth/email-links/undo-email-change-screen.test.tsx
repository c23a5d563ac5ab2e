// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { UndoEmailChangeScreen } from './undo-email-change-screen.tsx';

const undo = () => screen.getByRole('button', { name: 'Undo the change' });

test('opening the link changes nothing; the button undoes the change and shows the next step', async () => {
  const calls = stubApi({ 'auth.undoEmailChange': () => ({ message: 'Your email address was restored.' }) });
  renderPage(<UndoEmailChangeScreen token="t-1" />);
  expect(calls).toEqual({});
  fireEvent.click(undo());
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Email change undone'));
  expect(screen.getByText('Your email address was restored.')).toBeTruthy();
  expect(calls['auth.undoEmailChange']).toEqual([{ token: 't-1' }]);
});

test("a used link shows the server's refusal", async () => {
  stubApi({
    'auth.undoEmailChange': () => {
      throw new Refusal('BAD_REQUEST', 400, 'This link is invalid or has expired.');
    },
  });
  renderPage(<UndoEmailChangeScreen token="t-1" />);
  fireEvent.click(undo());
  expect((await screen.findByRole('alert')).textContent).toBe('This link is invalid or has expired.Go to Sign In');
  expect(screen.queryByRole('button', { name: 'Undo the change' })).toBeNull();
});

test('without an answer, the change can still be undone', async () => {
  stubApi({
    'auth.undoEmailChange': () => {
      throw new Error('connection lost');
    },
  });
  renderPage(<UndoEmailChangeScreen token="t-1" />);
  fireEvent.click(undo());
  await screen.findByRole('alert');
  expect(undo()).toBeTruthy();
});

test('without a token there is nothing to undo', () => {
  renderPage(<UndoEmailChangeScreen token={undefined} />);
  expect(screen.getByText('This link is incomplete.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo the change' })).toBeNull();
});
