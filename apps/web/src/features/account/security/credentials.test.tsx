// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { ChangeEmailDialog } from '../emails/change-email-dialog.tsx';
import { accountServer } from '../testing/account-server.ts';
import { openAccount, withAccountPage } from '../testing/open-account.tsx';

withAccountPage();

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const isDisabled = (element: HTMLElement) => element.hasAttribute('disabled');
/** Submits as the Enter key does. */
const submit = (field: HTMLElement) => act(async () => void fireEvent.submit(field.closest('form') as HTMLFormElement));

async function openEmail(server = accountServer()) {
  const page = await openAccount('general', server);
  press('Change Email');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Email' }));
  const email = await dialog.findByLabelText('New email');
  return {
    ...page,
    dialog,
    email,
    password: dialog.getByLabelText('Current password'),
    button: dialog.getByRole('button', { name: 'Change Email' }),
  };
}

test('[5.15] Change Email is disabled while the address is blank or the password empty', async () => {
  const { email, password, button } = await openEmail();
  expect([email.getAttribute('type'), email.getAttribute('autocomplete')]).toEqual(['email', 'email']);
  expect(password.getAttribute('autocomplete')).toBe('current-password');
  expect(isDisabled(button)).toBe(true);
  type(email, '   ');
  type(password, 'secret');
  expect(isDisabled(button)).toBe(true);
  type(email, 'new@example.com');
  expect(isDisabled(button)).toBe(false);
  type(password, '');
  expect(isDisabled(button)).toBe(true);
});

test('the address has the focus, also when the dialog opened before its form could be shown', async () => {
  const answer = Promise.withResolvers<void>();
  const server = accountServer();
  stubApi({
    ...server,
    'auth.signInMethods': async () => {
      await answer.promise;
      return server['auth.signInMethods']();
    },
  });
  renderPage(<ChangeEmailDialog onClose={() => {}} />);
  expect(screen.queryByLabelText('New email')).toBeNull();
  await act(async () => answer.resolve());
  const email = await screen.findByLabelText('New email');
  await waitFor(() => expect(document.activeElement).toBe(email));
});

test('[8.19] a changed address is shown as not verified, and its mail can be sent again', async () => {
  const { calls, email, password } = await openEmail();
  type(email, '  New@Example.com ');
  type(password, 'secret');
  await submit(email);
  expect(await screen.findByText('Email Updated')).toBeTruthy();
  expect(calls['auth.changeEmail']).toEqual([{ newEmail: 'new@example.com', password: 'secret' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByText('Not verified')).toBeTruthy();
  expect(screen.getByText('new@example.com')).toBeTruthy();
  press('Send again');
  expect(await screen.findByText(/Verification email sent!/)).toBeTruthy();
  expect(calls['auth.resendVerification']).toEqual([{ email: 'new@example.com' }]);
});

test.each([
  [
    'a wrong password',
    new Refusal('BAD_REQUEST', 400, 'The current password is incorrect.', { wrongPassword: true }),
    'password',
    'The current password is incorrect.',
  ],
  ['a taken address', new Refusal('CONFLICT', 409, 'This email is in use.'), 'email', 'This email is in use.'],
  ['no answer', new Error('connection lost'), null, 'Failed to change email. Please try again.'],
  ['a limit', new Refusal('RATE_LIMITED', 429, 'Too many attempts.'), null, 'Too many attempts.'],
] as const)('[8.19] %s is shown beside its field, and the typed values stay', async (_, failure, field, text) => {
  const fields = await openEmail({
    ...accountServer(),
    'auth.changeEmail': () => {
      throw failure;
    },
  });
  const { dialog, email, password } = fields;
  type(email, 'new@example.com');
  type(password, 'secret');
  await submit(password);
  const told = await dialog.findByText(text);
  if (field === null) expect(told.closest('[role=alert]')).toBeTruthy();
  else expect(fields[field].getAttribute('aria-describedby')).toContain(told.id);
  expect(email).toHaveProperty('value', 'new@example.com');
  expect(password).toHaveProperty('value', 'secret');
});

test('an invalid address is reported before anything is sent', async () => {
  const { calls, dialog, email, password } = await openEmail();
  type(email, 'not an address');
  type(password, 'secret');
  await submit(password);
  expect(await dialog.findByText('Enter a valid email address.')).toBeTruthy();
  expect(calls['auth.changeEmail']).toBeUndefined();
});

async function openPassword(server = accountServer()) {
  const page = await openAccount('security', server);
  press('Change Password');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Password' }));
  const fields = ['Current password', 'New password', 'Confirm new password'].map((name) =>
    dialog.getByLabelText(name),
  ) as [HTMLElement, HTMLElement, HTMLElement];
  return { ...page, dialog, fields, button: dialog.getByRole('button', { name: 'Change Password' }) };
}

test('[5.12] [5.13] [5.14] the rules of a new password', async () => {
  const { calls, dialog, fields, button } = await openPassword();
  const [current, next, again] = fields;
  expect(fields.map((field) => field.getAttribute('autocomplete'))).toEqual([
    'current-password',
    'new-password',
    'new-password',
  ]);
  expect(current.closest('form')?.querySelector('[autocomplete=username]')).toHaveProperty('value', 'mira@example.com');
  type(current, 'secret');
  type(next, 'abc');
  expect(isDisabled(button)).toBe(true);
  type(again, 'abd');
  expect(dialog.getByText('Passwords do not match')).toBeTruthy();
  expect(isDisabled(button)).toBe(false);
  await submit(again);
  await waitFor(() => expect(dialog.getByText('Password must be at least 6 characters long')).toBeTruthy());
  type(next, 'abcdefg');
  await submit(again);
  expect(dialog.getByText('Passwords do not match')).toBeTruthy();
  expect(calls['auth.changePassword']).toBeUndefined();
  type(again, 'abcdefg');
  expect(dialog.queryByText('Passwords do not match')).toBeNull();
  await submit(again);
  expect(await screen.findByText('Password Changed')).toBeTruthy();
  expect(calls['auth.changePassword']).toEqual([{ currentPassword: 'secret', newPassword: 'abcdefg' }]);
  // The other sessions have ended.
  await waitFor(() => expect(calls['auth.sessions']).toHaveLength(2));
});

test('[5.13] while the request runs, nothing can be sent twice and Escape keeps the dialog', async () => {
  let answer = () => {};
  const server = {
    ...accountServer(),
    'auth.changePassword': () =>
      new Promise<{ message: string }>((resolve) => {
        answer = () => resolve({ message: 'Password Changed' });
      }),
  };
  const { calls, fields, button } = await openPassword(server as never);
  for (const field of fields) type(field, 'abcdefg');
  await submit(fields[2]);
  await waitFor(() => expect(button.textContent).toBe('Changing password…'));
  expect(isDisabled(button)).toBe(true);
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(calls['auth.changePassword']).toHaveLength(1);
  answer();
  expect(await screen.findByText('Password Changed')).toBeTruthy();
});

test.each([
  [new Refusal('BAD_REQUEST', 400, 'The current password is incorrect.', { wrongPassword: true }), true],
  [new Error('connection lost'), false],
] as const)('[8.18] a refused password: %s', async (failure, besideField) => {
  const { dialog, fields } = await openPassword({
    ...accountServer(),
    'auth.changePassword': () => {
      throw failure;
    },
  });
  for (const field of fields) type(field, 'abcdefg');
  await submit(fields[2]);
  const told = await dialog.findByText(besideField ? failure.message : 'Failed to change password. Please try again.');
  if (besideField) expect(fields[0].getAttribute('aria-describedby')).toContain(told.id);
  for (const field of fields) expect(field).toHaveProperty('value', 'abcdefg');
});

test('companies whose accounts are linked are named', async () => {
  await openAccount('security', accountServer({ methods: { companies: [{ id: 'acme', name: 'Acme' }] } }));
  const security = within(screen.getByRole('region', { name: 'Security Settings' }));
  expect(security.getByText('Acme')).toBeTruthy();
  expect(security.getByText('You can sign in with your account there.')).toBeTruthy();
});

test.each([
  ['none', /Your account has no password/],
  ['suspended', /Your password no longer works/],
] as const)('a person whose password is %s is offered a link by mail', async (password, words) => {
  const { calls } = await openAccount('security', accountServer({ methods: { password, google: true } }));
  const security = within(screen.getByRole('region', { name: 'Security Settings' }));
  expect(security.getByText(words)).toBeTruthy();
  expect(security.getByText('You can sign in with your Google account.')).toBeTruthy();
  expect(security.queryByRole('button', { name: 'Change Password' })).toBeNull();
  fireEvent.click(security.getByRole('button', { name: 'Email me a link' }));
  expect(await security.findByText('Password reset instructions have been sent to your email')).toBeTruthy();
  expect(calls['auth.forgotPassword']).toEqual([{ email: 'mira@example.com' }]);

  cleanup();
  await openAccount('general', accountServer({ methods: { password, google: true } }));
  press('Change Email');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Email' }));
  expect(await dialog.findByText('To change your email, you need a password.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Email me a link' })).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
