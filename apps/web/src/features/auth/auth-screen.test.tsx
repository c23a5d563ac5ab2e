// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../testing/refusal.ts';
import { stubApi as anyApi, renderPage } from '../../testing/render-page.tsx';
import { testConfig } from '../../testing/test-config.ts';
import { noAuthParameters } from '../session/start/auth-parameters.ts';
import { storedUser, storeUser } from '../session/start/stored-user.ts';
import { type AuthMode, AuthScreen, type ScreenParameters } from './auth-screen.tsx';
import { verifiedEmail } from './continue/verified-email.ts';

const mira = {
  id: 'u1',
  name: 'Mira',
  email: 'mira@example.com',
  accessLevel: 'basic' as const,
  specialFeatures: [],
  allowModelTraining: true,
  memoryEnabled: true,
  emailVerified: true,
  instructions: '',
};

function Host({ start = 'sign-in', ...parameters }: { start?: AuthMode } & Partial<ScreenParameters>) {
  const [mode, setMode] = useState(start);
  const [opened] = useState({ ...noAuthParameters, challenge: null, ...parameters });
  return <AuthScreen mode={mode} parameters={opened} onMode={setMode} />;
}

/** A server without a session. */
const stubApi = (procedures: Parameters<typeof anyApi>[0]) => anyApi({ 'auth.user': () => null, ...procedures });
beforeEach(() => void stubApi({}));

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

function signIn(email = 'mira@example.com', password = 'correct horse') {
  type('Email', email);
  type('Password', password);
  fireEvent.click(button('Sign In'));
}

function fillSignUp() {
  type('Full name', ' Mira Novak ');
  type('Email', ' mira@example.com ');
  type('Password', 'lantern-42');
  type('Confirm password', 'lantern-42');
}

test.each([
  ['sign-in', 'Email'],
  ['sign-up', 'Full name'],
] as const)(
  'with a mouse the first field of %s has the focus when the page opens; on a touch screen it does not',
  async (start, first) => {
    const pointer = vi.spyOn(window, 'matchMedia');
    for (const matches of [true, false]) {
      pointer.mockImplementation(() => ({ matches }) as MediaQueryList);
      renderPage(<Host start={start} />);
      await act(async () => {});
      expect(document.activeElement).toBe(matches ? screen.getByLabelText(first) : document.body);
      cleanup();
    }
  },
);

test('[2.29] [4.13] the card switches between sign-in and sign-up and keeps what was typed', () => {
  renderPage(<Host />);
  expect(heading()).toBe('Welcome Back');
  type('Email', 'mira@example.com');
  fireEvent.click(button('Sign Up'));
  expect(heading()).toBe('Create Account');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mira@example.com');
  fireEvent.click(button('Sign In'));
  expect(heading()).toBe('Welcome Back');
});

test('[2.31] the password can be shown and hidden', () => {
  renderPage(<Host />);
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  expect(field.type).toBe('password');
  fireEvent.click(button('Show password'));
  expect(field.type).toBe('text');
  fireEvent.click(button('Hide password'));
  expect(field.type).toBe('password');
});

test('[2.33] Google sign-in is a link if it is configured, and says so if it is not', () => {
  const { unmount } = renderPage(<Host />);
  const others = screen.getByText('Other ways to sign in').closest('details');
  expect(others?.open).toBe(false);
  expect(others?.contains(button('Continue with Google'))).toBe(true);
  expect(button('Continue with Google').disabled).toBe(true);
  expect(screen.getByText('Google sign-in is not available on this server.')).toBeTruthy();
  unmount();
  renderPage(<Host returnTo="http://chat.test/chat/7" />, {
    signIn: { ...testConfig.signIn, google: true },
  });
  expect(screen.queryByText('Other ways to sign in')).toBeNull();
  expect(screen.getByRole('link', { name: 'Continue with Google' }).getAttribute('href')).toBe(
    'http://auth.test/api/auth/google?return_to=http%3A%2F%2Fchat.test%2Fchat%2F7',
  );
});

test('[5.02] [5.03] sign-in needs an address and a password', () => {
  renderPage(<Host />);
  expect(button('Sign In').disabled).toBe(true);
  type('Email', '   ');
  type('Password', 'x');
  expect(button('Sign In').disabled).toBe(true);
  type('Email', 'mira@example.com');
  expect(button('Sign In').disabled).toBe(false);
});

test('[5.04] an invalid address is reported next to the field, which gets the focus', async () => {
  const calls = stubApi({});
  renderPage(<Host />);
  expect(screen.getByLabelText<HTMLInputElement>('Email').type).toBe('email');
  signIn('mira');
  const field = screen.getByLabelText('Email');
  const error = await screen.findByText('Enter a valid email address.');
  expect(error.id).toBe(field.getAttribute('aria-describedby'));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(calls['auth.login']).toBeUndefined();
});

test('[4.33] [4.34] after signing in the browser goes to return_to with a token for it', async () => {
  const left = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
  const calls = stubApi({
    'auth.login': () => ({ ...mira, movedConversations: 0 }),
    'auth.generateCrossDomainToken': () => ({ token: 'one-time' }),
  });
  renderPage(<Host returnTo="http://chat.test/chat/7?q=1#end" />);
  signIn(' mira@example.com ');
  await waitFor(() => expect(left).toHaveBeenCalled());
  expect(calls['auth.login']).toEqual([{ email: 'mira@example.com', password: 'correct horse' }]);
  expect(calls['auth.generateCrossDomainToken']).toEqual([{ returnTo: 'http://chat.test/chat/7?q=1#end' }]);
  expect(left).toHaveBeenCalledWith('http://chat.test/chat/7?q=1&auth_token=one-time&auth_action=login#end');
  expect(storedUser()).toMatchObject(mira);
  left.mockRestore();
});

test('[4.19] signing in clears the recent-logout flag', async () => {
  localStorage.setItem('noek_recent_logout', String(Date.now()));
  stubApi({
    'auth.login': () => {
      throw new Refusal('UNAUTHORIZED', 401, 'Invalid email or password');
    },
  });
  renderPage(<Host />);
  signIn();
  await screen.findByRole('alert');
  expect(localStorage.getItem('noek_recent_logout')).toBeNull();
});

test('[8.09] a refusal is announced and the typed values stay', async () => {
  stubApi({
    'auth.login': () => {
      throw new Refusal('UNAUTHORIZED', 401, 'Invalid email or password');
    },
  });
  renderPage(<Host />);
  signIn();
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid email or password');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mira@example.com');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('correct horse');
  expect(button('Sign In').disabled).toBe(false);
});

test('[8.10] without an answer the reason is a paragraph of its own', async () => {
  stubApi({
    'auth.login': () => {
      throw new Error('connection lost');
    },
  });
  renderPage(<Host />);
  signIn();
  const alert = await screen.findByRole('alert');
  await waitFor(() =>
    expect([...alert.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
      'Invalid email or password. Please try again.',
      'No answer came from Noek. Check your connection.',
    ]),
  );
});

test('[2.34] [4.15] [8.12] the verification email can be sent again', async () => {
  const calls = stubApi({
    'auth.login': () => {
      throw new Refusal('EMAIL_NOT_VERIFIED', 403, 'no', { emailVerificationRequired: true });
    },
    'auth.resendVerification': () => ({ message: 'sent' }),
  });
  renderPage(<Host />);
  signIn();
  expect(await screen.findByText('Email not verified for: mira@example.com')).toBeTruthy();
  fireEvent.click(button('Resend Verification Email'));
  expect(await screen.findByText('Verification email sent! Please check your inbox and spam folder.')).toBeTruthy();
  expect(calls['auth.resendVerification']).toEqual([{ email: 'mira@example.com' }]);
});

test('[5.07] [5.08] [5.09] the rules of sign-up are shown while typing', () => {
  renderPage(<Host start="sign-up" />);
  const submit = button('Create Account');
  type('Full name', 'Mira');
  type('Email', 'mira@example.com');
  type('Password', 'short');
  expect(screen.getByText('At least 8 characters').className).toContain('text-danger-ink');
  type('Password', 'lantern-42');
  expect(screen.getByText('At least 8 characters').className).toContain('text-success-ink');
  type('Confirm password', 'lantern');
  expect(screen.getByText('Passwords do not match')).toBeTruthy();
  expect(submit.disabled).toBe(true);
  type('Confirm password', 'lantern-42');
  expect(screen.getByText('Passwords match')).toBeTruthy();
  expect(submit.disabled).toBe(false);
});

test('[2.35] [2.36] [2.37] [2.38] [4.14] after sign-up: check your email, then sign in or go back', async () => {
  const calls = stubApi({ 'auth.signUp': () => ({ message: 'ok' }) });
  renderPage(<Host start="sign-up" />);
  fillSignUp();
  fireEvent.click(button('Create Account'));
  await waitFor(() => expect(heading()).toBe('Check Your Email'));
  expect(calls['auth.signUp']).toEqual([{ name: 'Mira Novak', email: 'mira@example.com', password: 'lantern-42' }]);
  expect(screen.getByText('mira@example.com')).toBeTruthy();
  expect(screen.getByText(/This server does not send email/)).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'support@noek.test' })).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Open the email inbox of this server' }).getAttribute('href')).toBe(
    '/dev/inbox',
  );
  fireEvent.click(button('Back to Sign Up'));
  expect(heading()).toBe('Create Account');
  expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe(' Mira Novak ');
  type('Password', 'lantern-42');
  type('Confirm password', 'lantern-42');
  fireEvent.click(button('Create Account'));
  fireEvent.click(await screen.findByRole('button', { name: "I've Verified My Email - Sign In" }));
  expect(heading()).toBe('Welcome Back');
});

test('[2.35] the verification email can be sent again from there', async () => {
  const calls = stubApi({
    'auth.signUp': () => ({ message: 'ok' }),
    'auth.resendVerification': () => ({ message: 'ok' }),
  });
  renderPage(<Host start="sign-up" />);
  fillSignUp();
  fireEvent.click(button('Create Account'));
  fireEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('Verification email sent! Please check your inbox and spam folder.')).toBeTruthy();
  expect(calls['auth.resendVerification']).toEqual([{ email: 'mira@example.com' }]);
});

const acme = { id: 'acme', name: 'Acme' };

test('each company has a button below that of Google, which is left out on a server without Google', () => {
  const companies = [acme, { id: 'other', name: 'Other & Co' }];
  renderPage(<Host returnTo="http://chat.test/chat/7" />, { signIn: { ...testConfig.signIn, companies } });
  expect(screen.getAllByRole<HTMLAnchorElement>('link', { name: /^Continue with/ }).map(({ href }) => href)).toEqual(
    ['acme', 'other'].map((id) => `http://auth.test/api/auth/oidc/${id}?return_to=http%3A%2F%2Fchat.test%2Fchat%2F7`),
  );
  expect(screen.queryByText('Continue with Google')).toBeNull();
  expect(screen.getByLabelText('Email')).toBeTruthy();
  cleanup();
  renderPage(<Host start="sign-up" />, { signIn: { ...testConfig.signIn, google: true, companies } });
  const names = screen.getAllByRole('link', { name: /^Continue with/ }).map(({ textContent }) => textContent);
  expect(names).toEqual(['Continue with Google', 'Continue with Acme', 'Continue with Other & Co']);
});

test('where only the company may sign people in, there are no forms, except one for a password on demand', () => {
  const signIn = { ...testConfig.signIn, password: false, companies: [acme] };
  renderPage(<Host start="sign-up" error="domain_not_allowed" />, { signIn });
  expect(heading()).toBe('Welcome Back');
  expect(screen.getByRole('alert').textContent).toBe(
    "Accounts with this email address can't sign in here. Use the account of your company.",
  );
  expect(screen.getByRole('link', { name: 'Continue with Acme' })).toBeTruthy();
  for (const absent of ['Email', 'Password', 'Full name']) expect(screen.queryByLabelText(absent)).toBeNull();
  for (const absent of ['Sign Up', 'Sign In', 'Continue with Google']) expect(screen.queryByText(absent)).toBeNull();
  fireEvent.click(button('Sign in with a password'));
  expect(screen.getByLabelText('Password')).toBeTruthy();
  expect(screen.queryByText('Sign Up')).toBeNull();
});

test('sign-up has no Google button on a server without Google, and no question about trouble signing in', () => {
  renderPage(<Host start="sign-up" />);
  expect(screen.queryByText('Continue with Google')).toBeNull();
  expect(screen.queryByText('or')).toBeNull();
  expect(screen.queryByText(/Trouble signing in/)).toBeNull();
  expect(screen.getByText('Need help?')).toBeTruthy();
});

test('[2.33] signing up with Google is offered, too', () => {
  renderPage(<Host start="sign-up" returnTo="http://chat.test/chat/7" />, {
    signIn: { ...testConfig.signIn, google: true },
  });
  const url = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Continue with Google' }).href);
  expect([url.pathname, url.searchParams.get('return_to')]).toEqual(['/api/auth/google', 'http://chat.test/chat/7']);
});

test('[2.35] a server that sends email does not offer its own inbox', async () => {
  stubApi({ 'auth.signUp': () => ({ message: 'ok' }) });
  renderPage(<Host start="sign-up" />, { mail: 'smtp' });
  fillSignUp();
  fireEvent.click(button('Create Account'));
  await waitFor(() => expect(heading()).toBe('Check Your Email'));
  expect(screen.queryByRole('link', { name: 'Open the email inbox of this server' })).toBeNull();
});

test('[2.35] while mail cannot be sent, the page says that the link is delayed', async () => {
  stubApi({ 'auth.signUp': () => ({ message: 'ok' }), 'auth.mailState': () => ({ delayed: true }) });
  renderPage(<Host start="sign-up" />, { mail: 'smtp' });
  fillSignUp();
  fireEvent.click(button('Create Account'));
  expect(await screen.findByText(/^We will send the link; mail is delayed\. It goes to/)).toBeTruthy();
  expect(screen.getByText('mira@example.com')).toBeTruthy();
});

test('[8.14] while mail cannot be sent, that is said below the quoted text', async () => {
  stubApi({ 'auth.forgotPassword': () => ({ message: 'ok' }), 'auth.mailState': () => ({ delayed: true }) });
  renderPage(<Host />, { mail: 'smtp' });
  type('Email', 'mira@example.com');
  fireEvent.click(button('Forgot Password?'));
  expect(await screen.findByText('Password reset instructions have been sent to your email')).toBeTruthy();
  expect(await screen.findByText('We will send the link; mail is delayed.')).toBeTruthy();
});

test('sign-up links to the policies and names what is on at first', () => {
  renderPage(<Host start="sign-up" />);
  for (const [name, path] of [
    ['Terms of Service', 'terms-of-service'],
    ['Privacy Policy', 'privacy-policy'],
    ['AI Usage Policy', 'ai-usage-policy'],
  ] as const)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(
      `${testConfig.origins.company}/policies/${path}`,
    );
  expect(screen.getByText(/^On at first: model training with your chats, memory, and product news/)).toBeTruthy();
});

test('an address that a link has verified in this tab is filled in, and the password has the focus', async () => {
  verifiedEmail.set('mira@example.com');
  vi.spyOn(window, 'matchMedia').mockImplementation(() => ({ matches: true }) as MediaQueryList);
  renderPage(<Host />);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mira@example.com');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  verifiedEmail.set(null);
});

test('[8.11] a refused sign-up keeps the typed values', async () => {
  stubApi({
    'auth.signUp': () => {
      throw new Error('connection lost');
    },
  });
  renderPage(<Host start="sign-up" />);
  fillSignUp();
  fireEvent.click(button('Create Account'));
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to create account. Please try again.');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('lantern-42');
});

test('an address in another script signs up; one that cannot be is refused next to the field, and so is one that cannot be sent to', async () => {
  const refusal = 'Our mail server cannot send to such addresses.';
  const calls = stubApi({
    'auth.signUp': ({ email }: { email: string }) => {
      if (email.startsWith('ünal')) throw new Refusal('BAD_REQUEST', 400, refusal);
      return { message: 'Check your email.' };
    },
  });
  renderPage(<Host start="sign-up" />);
  fillSignUp();
  type('Email', 'mira novák@example.com');
  fireEvent.click(button('Create Account'));
  const sentence =
    "Before the @, an email address here can have letters, digits and the characters . _ + - and ' only.";
  expect((await screen.findByText(sentence)).id).toBe(screen.getByLabelText('Email').getAttribute('aria-describedby'));
  type('Email', 'ünal@example.com');
  fireEvent.click(button('Create Account'));
  expect((await screen.findByRole('alert')).textContent).toBe(refusal);
  type('Email', ' Mira.Novák@MÜNCHEN.example');
  fireEvent.click(button('Create Account'));
  await waitFor(() => expect(heading()).toBe('Check Your Email'));
  expect(calls['auth.signUp']).toMatchObject([
    { email: 'ünal@example.com' },
    { email: 'mira.novák@xn--mnchen-3ya.example' },
  ]);
});

test('[5.10] a forgotten password needs an address first', async () => {
  const calls = stubApi({});
  renderPage(<Host />);
  fireEvent.click(button('Forgot Password?'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Please enter your email address first'));
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  type('Email', 'mira');
  fireEvent.click(button('Forgot Password?'));
  expect(await screen.findByText('Enter a valid email address.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(calls['auth.forgotPassword']).toBeUndefined();
});

test("[2.32] [8.14] the instructions are sent, with a link to the server's own inbox", async () => {
  const calls = stubApi({ 'auth.forgotPassword': () => ({ message: 'sent' }) });
  renderPage(<Host />);
  type('Email', ' mira@example.com ');
  fireEvent.click(button('Forgot Password?'));
  expect(await screen.findByText('Password reset instructions have been sent to your email')).toBeTruthy();
  expect(screen.getByRole('alert').querySelector('a')?.getAttribute('href')).toBe('/dev/inbox');
  expect(calls['auth.forgotPassword']).toEqual([{ email: 'mira@example.com' }]);
});

test('[8.15] a failure to send them is reported', async () => {
  stubApi({
    'auth.forgotPassword': () => {
      throw new Refusal('RATE_LIMITED', 429, 'Please wait a minute.');
    },
  });
  renderPage(<Host />);
  type('Email', 'mira@example.com');
  fireEvent.click(button('Forgot Password?'));
  expect(await screen.findByText('Please wait a minute.')).toBeTruthy();
});

test('[2.28] the error in the address is shown until there is newer feedback', async () => {
  renderPage(<Host error="oauth_failed" />);
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('Google authentication was cancelled or failed.'),
  );
  fireEvent.click(button('Forgot Password?'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Please enter your email address first'));
});

const signedInAlready = { 'auth.user': () => mira, 'auth.generateCrossDomainToken': () => ({ token: 'one-time' }) };

test('[4.35] [9.10] a person who is already signed in is redirected after 500 ms', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const left = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
  stubApi(signedInAlready);
  renderPage(<Host returnTo="http://company.test/" />);
  expect(await screen.findByText('mira@example.com')).toBeTruthy();
  expect(left).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  await waitFor(() => expect(left).toHaveBeenCalled());
  expect(left).toHaveBeenCalledWith('http://company.test/?auth_token=one-time&auth_action=login');
  vi.useRealTimers();
  left.mockRestore();
});

test.each([
  ['an auth_token', { token: 'used-up' }],
  ['auth_action=logout', { action: 'logout' as const }],
  ['auth_action=login_required', { action: 'login_required' as const }],
  ['force_login=true', { forceLogin: true }],
])('[4.35] with %s in the address there is no redirect', async (_, parameters) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const calls = stubApi(signedInAlready);
  renderPage(<Host {...parameters} />);
  await waitFor(() => expect(storedUser()).toEqual(mira));
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  expect(heading()).toBe('Welcome Back');
  expect(button('Sign In')).toBeTruthy();
  expect(calls['auth.generateCrossDomainToken']).toBeUndefined();
});

test('[4.35] if the redirect fails, the form is shown with the reason', async () => {
  stubApi({
    ...signedInAlready,
    'auth.generateCrossDomainToken': () => {
      throw new Refusal('UNAUTHORIZED', 401, 'Please sign in first.');
    },
  });
  renderPage(<Host />);
  expect(await screen.findByText('Please sign in first.')).toBeTruthy();
  expect(button('Sign In')).toBeTruthy();
});

test('[4.29] a stored user hides the form only until the server has answered', async () => {
  storeUser(mira);
  renderPage(<Host />);
  expect(screen.queryByLabelText('Email')).toBeNull();
  expect(await screen.findByLabelText('Email')).toBeTruthy();
});
