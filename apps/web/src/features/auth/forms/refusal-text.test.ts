import { expect, test } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import {
  forgotRefusal,
  providerErrorText,
  resendRefusal,
  resetRefusal,
  signInRefusal,
  signUpRefusal,
  verifyRefusal,
} from './refusal-text.ts';

const broken = new TypeError('Failed to fetch');
const wordless = new Refusal('INTERNAL', 503, '');

test('[8.06] 423 explains the password reset', () => {
  expect(signInRefusal(new Refusal('PASSWORD_RESET_REQUIRED', 423, 'server', { needsPasswordReset: true }))).toEqual({
    text: "Your account needs a password reset due to a system update. Please use 'Forgot Password' below to set a new password.",
    offerResend: false,
  });
});

test('[8.07] 403 for an unverified address offers to resend the email', () => {
  const refusal = new Refusal('EMAIL_NOT_VERIFIED', 403, 'server', { emailVerificationRequired: true });
  expect(signInRefusal(refusal)).toEqual({
    text: 'Please verify your email address before signing in. Check your inbox for the verification link.',
    offerResend: true,
  });
});

test('[8.08] the emailNotVerified flag and a 500 offer to resend the email, too', () => {
  const expected = { text: 'Please verify your email address before signing in.', offerResend: true };
  expect(signInRefusal(new Refusal('BAD_REQUEST', 400, 'server', { emailNotVerified: true }))).toEqual(expected);
  expect(signInRefusal(new Refusal('INTERNAL', 500, 'server'))).toEqual(expected);
});

test("[8.09] anything else keeps the server's text", () => {
  expect(signInRefusal(new Refusal('RATE_LIMITED', 429, 'Too many tries.'))).toEqual({
    text: 'Too many tries.',
    offerResend: false,
  });
  expect(signInRefusal(wordless).text).toBe('Invalid email or password');
});

test('[8.10] without an answer: the specified text, and the reason as a text of its own', () => {
  expect(signInRefusal(broken)).toEqual({
    text: 'Invalid email or password. Please try again.',
    reason: 'No answer came from Noek. Check your connection.',
    offerResend: false,
  });
});

test('[8.11] sign-up failures', () => {
  expect(signUpRefusal(new Refusal('BAD_REQUEST', 400, 'Enter your name.'))).toBe('Enter your name.');
  expect(signUpRefusal(wordless)).toBe('Signup failed');
  expect(signUpRefusal(broken)).toBe('Failed to create account. Please try again.');
});

test('[8.13] resend failures', () => {
  expect(resendRefusal(new Refusal('RATE_LIMITED', 429, 'Wait a minute.'))).toBe('Wait a minute.');
  expect(resendRefusal(wordless)).toBe('Failed to send verification email');
  expect(resendRefusal(broken)).toBe('Failed to send verification email. Please try again.');
});

test('[8.16] verification failures', () => {
  expect(verifyRefusal(new Refusal('BAD_REQUEST', 400, 'This link has expired.'))).toBe('This link has expired.');
  expect(verifyRefusal(wordless)).toBe('Verification failed');
  expect(verifyRefusal(broken)).toBe('An error occurred during verification. Please try again.');
});

test('[8.15] forgotten passwords', () => {
  expect(forgotRefusal(new Refusal('RATE_LIMITED', 429, 'Wait a minute.'))).toBe('Wait a minute.');
  expect(forgotRefusal(wordless)).toBe('Failed to send reset email');
  expect(forgotRefusal(broken)).toBe('Failed to send reset email. Please try again.');
});

test('[8.17] reset failures', () => {
  expect(resetRefusal(new Refusal('BAD_REQUEST', 400, 'This link has expired.'))).toBe('This link has expired.');
  expect(resetRefusal(wordless)).toBe('Failed to reset password');
  expect(resetRefusal(broken)).toBe('Failed to reset password. Please try again.');
});

test.each([
  [
    '[8.01]',
    'token_exchange_failed',
    'Google authentication failed. Please check your internet connection and try again.',
  ],
  ['[8.02]', 'oauth_state_mismatch', 'Security error during authentication. Please try again.'],
  ['[8.03]', 'oauth_failed', 'Google authentication was cancelled or failed.'],
  ['[8.04]', 'no_email', "Your Google account doesn't have an email address. Please contact support."],
  ['[8.05]', 'anything', 'Authentication error. Please try again.'],
  ['[8.05]', 'constructor', 'Authentication error. Please try again.'],
])('%s the error %s in the address', (_, code, text) => {
  expect(providerErrorText(code)).toBe(text);
});

test('a server with companies does not blame Google', () => {
  for (const code of ['token_exchange_failed', 'oauth_failed', 'no_email', 'domain_not_allowed', 'not_configured'])
    expect(providerErrorText(code, true)).not.toMatch(/Google|Authentication error/);
  expect(providerErrorText('oauth_state_mismatch', true)).toBe(providerErrorText('oauth_state_mismatch'));
  expect(providerErrorText('toString', true)).toBe('Authentication error. Please try again.');
});
