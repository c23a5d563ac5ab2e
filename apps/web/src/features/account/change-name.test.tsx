// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../testing/refusal.ts';
import { accountServer } from './testing/account-server.ts';
import { openAccount, withAccountPage } from './testing/open-account.tsx';

withAccountPage();

const dialog = () => within(screen.getByRole('dialog', { name: 'Change name' }));
const field = () => dialog().getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const save = () => dialog().getByRole<HTMLButtonElement>('button', { name: 'Save' });

test('a name is changed by the rules of a sign-up, and the page shows the new one', async () => {
  const { calls } = await openAccount('general', accountServer());
  fireEvent.click(screen.getByRole('button', { name: 'Change name' }));
  expect([field().value, save().disabled]).toEqual(['Mira Novak', true]);
  fireEvent.change(field(), { target: { value: '  ' } });
  expect(save().disabled).toBe(true);
  fireEvent.change(field(), { target: { value: '\u200b' } });
  fireEvent.click(save());
  expect(await dialog().findByText('Enter your name.')).toBeTruthy();
  fireEvent.change(field(), { target: { value: '  Mira   Lindqvist ' } });
  fireEvent.click(save());
  expect(await screen.findByText('Name updated')).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Change name' })).toBeNull();
  expect(screen.getByText('Mira Lindqvist')).toBeTruthy();
  expect(calls['auth.changeAccount']).toEqual([{ name: 'Mira Lindqvist' }]);
});

test('a refused name stays in its field, with the reason', async () => {
  let refusal: Refusal | TypeError = new Refusal('BAD_REQUEST', 400, 'This name is not possible.');
  await openAccount('general', {
    ...accountServer(),
    'auth.changeAccount': () => {
      throw refusal;
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Change name' }));
  fireEvent.change(field(), { target: { value: 'Mira L.' } });
  fireEvent.click(save());
  expect(await dialog().findByText('This name is not possible.')).toBeTruthy();
  refusal = new TypeError('offline');
  fireEvent.click(save());
  await waitFor(() => expect(dialog().getByText(/Failed to change name|Can't reach Noek/)).toBeTruthy());
  expect(field().value).toBe('Mira L.');
  expect(screen.getByText('Mira Novak')).toBeTruthy();
});
