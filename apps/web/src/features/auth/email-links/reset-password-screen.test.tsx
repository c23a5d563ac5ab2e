// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { ResetPasswordScreen } from './reset-password-screen.tsx';

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Reset Password' });
const heading = () => screen.getByRole('heading', { level: 1 });

function fill(password: string, confirmation = password) {
  type('New password', password);
  type('Confirm new password', confirmation);
}

test('[2.132] [2.133] two fields that can be shown, a submit button and a link back', () => {
  renderPage(<ResetPasswordScreen token="t-1" />);
  const fields = ['New password', 'Confirm new password'].map((label) =>
    screen.getByLabelText<HTMLInputElement>(label),
  );
  expect(fields.map((field) => field.type)).toEqual(['password', 'password']);
  for (const show of screen.getAllByRole('button', { name: 'Show password' })) fireEvent.click(show);
  expect(fields.map((field) => field.type)).toEqual(['text', 'text']);
  expect(fields.map((field) => field.autocomplete)).toEqual(['new-password', 'new-password']);
  expect(screen.getByRole('link', { name: 'Back to Sign In' }).getAttribute('href')).toBe('/login');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[5.17] a link without a token says so and leads to a new one', () => {
  renderPage(<ResetPasswordScreen token={undefined} />);
  expect(screen.getByRole('alert').textContent).toBe('Invalid or missing reset token');
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/login');
});

test('[5.18] [5.19] the button is disabled until both passwords are equal', () => {
  renderPage(<ResetPasswordScreen token="t-1" />);
  expect(submit().disabled).toBe(true);
  type('New password', 'lantern');
  expect(submit().disabled).toBe(true);
  type('Confirm new password', 'lanter');
  expect(screen.getByText('Passwords do not match')).toBeTruthy();
  expect(submit().disabled).toBe(true);
  type('Confirm new password', 'lantern');
  expect(screen.getByText('Passwords match')).toBeTruthy();
  expect(submit().disabled).toBe(false);
});

test('[5.18] at least 6 characters, shown next to the field', async () => {
  const calls = stubApi({});
  renderPage(<ResetPasswordScreen token="t-1" />);
  fill('short');
  fireEvent.click(submit());
  const field = screen.getByLabelText('New password');
  const error = await screen.findByText('Password must be at least 6 characters long');
  expect(error.id).toBe(field.getAttribute('aria-describedby'));
  expect(document.activeElement).toBe(field);
  expect(calls).toEqual({});
});

test('[5.17] a missing token is reported on load, and again on submit', async () => {
  const calls = stubApi({});
  renderPage(<ResetPasswordScreen token={undefined} />);
  expect(screen.getByRole('alert').textContent).toBe('Invalid or missing reset token');
  fill('lantern-42');
  fireEvent.click(submit());
  expect((await screen.findByText('Reset token is missing')).closest('[role=alert]')).toBeTruthy();
  expect(calls).toEqual({});
});

test('[2.134] [4.46] after the change: a sign-in link, and the stored user is gone', async () => {
  localStorage.setItem('noek_user', JSON.stringify({ id: 'u1', name: 'Mira', email: 'mira@example.com' }));
  const calls = stubApi({ 'auth.resetPassword': () => ({ message: 'Your password was changed.' }) });
  renderPage(<ResetPasswordScreen token="t-1" />);
  fill('lantern-42');
  fireEvent.click(submit());
  await waitFor(() => expect(heading().textContent).toBe('Password Changed'));
  expect(document.activeElement).toBe(heading());
  expect(screen.getByText('Your password was changed.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Sign In' }).getAttribute('href')).toBe('/auth');
  expect(calls['auth.resetPassword']).toEqual([{ token: 't-1', newPassword: 'lantern-42' }]);
  expect(localStorage.getItem('noek_user')).toBeNull();
});

test('[8.17] a refusal is announced and the typed values stay', async () => {
  stubApi({
    'auth.resetPassword': () => {
      throw new Refusal('BAD_REQUEST', 400, 'This reset link is invalid or has expired.');
    },
  });
  renderPage(<ResetPasswordScreen token="t-1" />);
  fill('lantern-42');
  fireEvent.click(submit());
  expect((await screen.findByRole('alert')).textContent).toBe('This reset link is invalid or has expired.');
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('lantern-42');
  expect(submit().disabled).toBe(false);
});
