// @vitest-environment happy-dom

import type { FailedSignIn, PersonFactors } from '@noek/contract/admin/security';
import type { User } from '@noek/contract/auth/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Toaster } from '../../../components/base/toasts/toaster.tsx';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { SecurityScreen } from './security-screen.tsx';

const ida: User = {
  ...{ id: 'u1', name: 'Ida Admin', email: 'ida@noek.example', accessLevel: 'admin', specialFeatures: [] },
  ...{ allowModelTraining: true, memoryEnabled: true, emailVerified: true, instructions: '' },
};
const at = '2026-11-21T12:00:00.000Z';
const person = (name: string, given: Partial<PersonFactors> = {}): PersonFactors => ({
  ...{ id: name, name, email: `${name.toLowerCase()}@people.example`, accessLevel: 'basic', lastSignInAt: at },
  ...{ authenticatorSince: null, passkeys: 0, recoveryCodes: 0, ...given },
});
const failed: FailedSignIn = {
  ...{ id: 'e1', at, person: { id: 'u2', name: 'Mira', email: 'mira@people.example' }, detail: 'a wrong password' },
  ...{ device: 'Firefox on Linux', network: '203.0.113.0/24' },
};
const people = [
  person('Ada', { authenticatorSince: at, recoveryCodes: 9, passkeys: 1 }),
  person('Bob', { lastSignInAt: null }),
];

function open(handlers: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({
    'auth.user': () => ida,
    'admin.factors': ({ filter }: { filter: string }) => ({
      people: filter === 'without' ? people.slice(1) : people,
      nextCursor: null,
    }),
    'admin.failedSignIns': () => ({ signIns: [failed], nextCursor: null }),
    ...handlers,
  });
  renderPage(
    <>
      <SecurityScreen onSignOut={vi.fn()} />
      <Toaster />
    </>,
  );
  return calls;
}
const factors = () => within(screen.getByRole('region', { name: 'Second factors' }));

test('each person has their second factors, and the choice narrows the list', async () => {
  open();
  expect(await screen.findByText('Authenticator app · 9 recovery codes left · 1 passkey')).toBeTruthy();
  expect(factors().getByText('None')).toBeTruthy();
  expect(factors().getByText('Never signed in')).toBeTruthy();
  fireEvent.change(factors().getByLabelText('Show'), { target: { value: 'without' } });
  await waitFor(() => expect(factors().queryByText('Ada')).toBeNull());
  expect(factors().getByText('Bob')).toBeTruthy();
});

test('a lost authenticator app is removed with a reason only', async () => {
  const calls = open({ 'admin.resetSecondFactor': () => ({ message: 'Removed.' }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove app of Ada' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the authenticator app of Ada?' }));
  const confirm = dialog.getByRole('button', { name: 'Remove authenticator app' });
  expect(confirm.hasAttribute('disabled')).toBe(true);
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: ' They called ' } });
  fireEvent.click(confirm);
  expect(await screen.findByText('The authenticator app was removed')).toBeTruthy();
  expect(calls['admin.resetSecondFactor']).toEqual([{ id: 'Ada', reason: 'They called' }]);
  await waitFor(() => expect(calls['admin.factors']?.length).toBeGreaterThan(1));
});

test('a refusal keeps the dialog and the reason', async () => {
  open({
    'admin.resetSecondFactor': () => {
      throw new Refusal('CONFLICT', 409, 'This account has no authenticator app.');
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove app of Ada' }));
  const dialog = within(await screen.findByRole('dialog'));
  const reason = dialog.getByLabelText('Reason');
  fireEvent.change(reason, { target: { value: 'They called' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Remove authenticator app' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('This account has no authenticator app.');
  expect(reason).toHaveProperty('value', 'They called');
});

test('failed sign-ins say who, what, where and when', async () => {
  open();
  const list = within(await screen.findByRole('region', { name: 'Failed sign-ins' }));
  expect(await list.findByText('a wrong password · Firefox on Linux · 203.0.113.0/24')).toBeTruthy();
  expect(list.getByText('(mira@people.example)')).toBeTruthy();
});

test('what cannot be read says so and is read again', async () => {
  let isBroken = true;
  open({
    'admin.failedSignIns': () => {
      if (isBroken) throw new Refusal('INTERNAL', 500, 'Something went wrong.');
      return { signIns: [], nextCursor: null };
    },
  });
  const list = within(await screen.findByRole('region', { name: 'Failed sign-ins' }));
  const again = await list.findByRole('button', { name: 'Try again' }, { timeout: 10_000 });
  isBroken = false;
  fireEvent.click(again);
  expect(await list.findByText('No sign-in to an account has failed in the last 90 days.')).toBeTruthy();
});
