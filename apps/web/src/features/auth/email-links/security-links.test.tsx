// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { BeginFactorResetScreen, StopFactorResetScreen } from './factor-reset-screens.tsx';
import { NotMeScreen } from './not-me-screen.tsx';

const pages = [
  ['auth.notMe', NotMeScreen, 'End that sign-in', 'That sign-in has ended'],
  ['auth.beginFactorReset', BeginFactorResetScreen, 'Remove it in 72 hours', 'The waiting time has begun'],
  ['auth.stopFactorReset', StopFactorResetScreen, 'Keep it', 'Removal stopped'],
] as const;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test.each(pages)('%s: opening the link changes nothing, only the button does', async (name, Screen, button, done) => {
  const left = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
  const calls = stubApi({ [name]: () => ({ message: 'It is done.', resetToken: 'r/1' }) });
  renderPage(<Screen token="t-1" />);
  expect(calls).toEqual({});
  press(button);
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(done));
  expect(screen.getByText('It is done.')).toBeTruthy();
  expect(calls[name]).toEqual([{ token: 't-1' }]);
  // Only a login that was ended leads to a new password.
  expect(left.mock.calls).toEqual(name === 'auth.notMe' ? [['/reset-password?token=r%2F1']] : []);
  left.mockRestore();
});

test.each(pages)(
  '%s: a link that no longer works says why; without a connection it can be tried again',
  async (name, Screen, button) => {
    let failure: Error = new Error('connection lost');
    stubApi({
      [name]: () => {
        throw failure;
      },
    });
    renderPage(<Screen token="t-1" />);
    press(button);
    expect((await screen.findByRole('alert')).textContent).toContain("Can't reach Noek");
    failure = new Refusal('BAD_REQUEST', 400, 'This link is invalid or has expired.');
    press(button);
    expect(await screen.findByText('This link is invalid or has expired.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: button })).toBeNull();
  },
);

test.each(pages)('%s: without a token there is nothing to do', (_, Screen, button) => {
  renderPage(<Screen token={undefined} />);
  expect(screen.getByText('This link is incomplete.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: button })).toBeNull();
});
