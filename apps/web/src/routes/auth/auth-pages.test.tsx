import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { noAuthParameters } from '../../features/session/start/auth-parameters.ts';
import { renderPage, stubApi } from '../../testing/render-page.tsx';
import { AuthPages } from './auth-pages.tsx';

const screenNamed = (name: string) => (props: { token?: string }) => (
  <h1>{`${name} ${JSON.stringify(props.token)}`}</h1>
);
vi.mock('../../features/auth/reset-password-screen.tsx', () => ({ ResetPasswordScreen: screenNamed('reset') }));
vi.mock('../../features/auth/undo-email-change-screen.tsx', () => ({ UndoEmailChangeScreen: screenNamed('undo') }));
vi.mock('../../features/auth/verify-email-screen.tsx', () => ({ VerifyEmailScreen: screenNamed('verify') }));

beforeEach(() => void stubApi({ 'auth.user': () => null }));

function open(address: string) {
  window.history.replaceState(null, '', address);
  renderPage(<AuthPages parameters={noAuthParameters} />);
}

test.each([
  ['/', 'Welcome Back'],
  ['/auth', 'Welcome Back'],
  ['/login', 'Welcome Back'],
  ['/login/', 'Welcome Back'],
  ['/signup', 'Create Account'],
  ['/reset-password?token=1e5', 'reset "1e5"'],
  ['/reset-password', 'reset undefined'],
  ['/undo-email-change?token=a%20b', 'undo "a b"'],
  ['/verify-email?token=a&token=b', 'verify undefined'],
  ['/verify-email?token=', 'verify undefined'],
  ['/nowhere', 'AI Pathway Error'],
  ['/login/nowhere', 'AI Pathway Error'],
])('[2.02] %s shows only the page "%s"', async (address, heading) => {
  open(address);
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});

test('the card switches between signing in and signing up, and so does its address', async () => {
  open('/login');
  const signUp = await screen.findByRole('button', { name: 'Sign Up' });
  act(() => void fireEvent.click(signUp));
  expect(window.location.pathname).toBe('/signup');
  expect(screen.getByRole('heading', { level: 1, name: 'Create Account' })).toBeTruthy();
});
