// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { noAuthParameters } from '../../session/start/auth-parameters.ts';
import { ignoresServerSession, recordLogout } from '../../session/start/stored-user.ts';
import { rememberAuthParameters } from '../continue/remember-auth-parameters.ts';
import { verifiedEmail } from '../continue/verified-email.ts';
import { VerifyEmailScreen } from './verify-email-screen.tsx';

beforeEach(() => sessionStorage.clear());

const verified = (fields: { signedIn: boolean }) => ({
  verified: true,
  message: 'Your address is verified.',
  user: { name: 'Mira' },
  email: 'mira@people.example',
  ...fields,
});

test('[2.127] [2.128] [2.129] a valid token: loading, then a welcome and a sign-in link; redeemed once', async () => {
  const calls = stubApi({
    'auth.verifyEmail': () => verified({ signedIn: false }),
  });
  renderPage(
    <StrictMode>
      <VerifyEmailScreen token="t-1" />
    </StrictMode>,
  );
  expect(screen.getByRole('heading', { name: 'Verifying your email…' })).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Email Verified Successfully!' })).toBeTruthy();
  expect(screen.getByText('Welcome, Mira!')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Continue to Sign In' }).getAttribute('href')).toBe('/auth');
  expect(calls['auth.verifyEmail']).toEqual([{ token: 't-1', signIn: true }]);
  expect(verifiedEmail.get()).toBe('mira@people.example');
});

test('[2.129] the browser that signed up is signed in, and the button only continues', async () => {
  recordLogout();
  stubApi({ 'auth.verifyEmail': () => verified({ signedIn: true }) });
  renderPage(<VerifyEmailScreen token="t-1" />);
  expect(await screen.findByText(/you are signed in on this device/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Continue to Sign In' }).getAttribute('href')).toBe('/auth');
  expect([ignoresServerSession(), verifiedEmail.get()]).toEqual([false, null]);
});

test('the sign-in link leads back to where the person came from', async () => {
  stubApi({ 'auth.verifyEmail': () => verified({ signedIn: false }) });
  rememberAuthParameters({ ...noAuthParameters, returnTo: 'http://localhost:5000/chat/7?q=1' }, 'navigate');
  renderPage(<VerifyEmailScreen token="t-1" />);
  const link = await screen.findByRole('link', { name: 'Continue to Sign In' });
  expect(link.getAttribute('href')).toBe('/auth?return_to=http%3A%2F%2Flocalhost%3A5000%2Fchat%2F7%3Fq%3D1');
});

test("[2.130] [8.16] a refused token: the server's text and a sign-in link", async () => {
  stubApi({
    'auth.verifyEmail': () => {
      throw new Refusal('BAD_REQUEST', 400, 'This link has expired.');
    },
  });
  renderPage(<VerifyEmailScreen token="t-1" />);
  expect(await screen.findByRole('heading', { name: 'Verification Failed' })).toBeTruthy();
  expect(screen.getByText('This link has expired.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Sign In' })).toBeTruthy();
});

test('a failure offers a new link, with the same texts as the sign-in form', async () => {
  const calls = stubApi({ 'auth.resendVerification': () => ({ message: 'sent' }) });
  renderPage(<VerifyEmailScreen token={undefined} />);
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Resend Verification Email' });
  expect(send.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: ' mira@example.com ' } });
  fireEvent.click(send);
  expect(await screen.findByText('Verification email sent! Please check your inbox and spam folder.')).toBeTruthy();
  expect(calls['auth.resendVerification']).toEqual([{ email: 'mira@example.com' }]);
});

test('[4.45] [5.20] without a token it fails immediately and sends nothing', () => {
  const calls = stubApi({});
  renderPage(<VerifyEmailScreen token={undefined} />);
  expect(screen.getByText('No verification token found in the URL')).toBeTruthy();
  expect(calls).toEqual({});
});
