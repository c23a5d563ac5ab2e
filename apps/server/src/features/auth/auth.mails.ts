import type { Config } from '../../settings/config.ts';
import { composeMail } from '../outbox/compose-mail.ts';
import type { MailContent } from '../outbox/enqueue-mail.ts';
import { greeting } from '../outbox/greeting.ts';

// Links use the configured origins, never the request's host: a forged Host header must not reach a mailbox.

/**
 * A link to a page of the auth host.
 * @param returnTo a checked address to which a sign-in from there leads back; the start of the chat is left out, since it is the usual one
 */
function linkTo({ origins }: Config, path: string, parameters: { token?: string; returnTo: string | null }): string {
  const { token, returnTo } = parameters;
  const url = new URL(path, origins.auth);
  if (token !== undefined) url.searchParams.set('token', token);
  if (returnTo !== null && returnTo !== `${origins.chat}/`) url.searchParams.set('return_to', returnTo);
  return url.href;
}

const ignore = "If this wasn't you, you can safely ignore this email.";

/** The link that creates the account of a sign-up. An account created without a password has to set one afterwards. */
export function verificationMail(
  config: Config,
  link: { name: string; token: string; hasPassword: boolean; returnTo: string | null },
): MailContent {
  const { name, hasPassword } = link;
  return composeMail({
    subject: 'Verify your email address for Noek',
    greeting: hasPassword ? greeting(name) : 'Hello,',
    intro: hasPassword
      ? 'Welcome to Noek. Verify your email address to finish signing up.'
      : 'Someone signed up for Noek with this email address more than once. Verify it to finish signing up. Then choose "Forgot Password" on the sign-in page and set your password: no other password will work.',
    action: { label: 'Verify email address', url: linkTo(config, '/verify-email', link) },
    outro: 'The link expires in 24 hours. If you did not sign up, you can safely ignore this email.',
  });
}

/** Sent instead of a verification link when the address has an account, so that only the owner learns about it. */
export function accountExistsMail(
  config: Config,
  { name, returnTo }: { name: string; returnTo: string | null },
): MailContent {
  return composeMail({
    subject: 'You already have a Noek account',
    greeting: greeting(name),
    intro:
      'Someone, probably you, tried to sign up for Noek with this email address. You already have an account, and it has not changed.',
    action: { label: 'Sign in', url: linkTo(config, '/login', { returnTo }) },
    outro: `If you don't remember your password, choose "Forgot Password" on the sign-in page. ${ignore}`,
  });
}

/** The link that sets a new password. */
export function passwordResetMail(
  config: Config,
  link: { name: string; token: string; returnTo: string | null },
): MailContent {
  return composeMail({
    subject: 'Reset your Noek password',
    greeting: greeting(link.name),
    intro: 'Someone, probably you, asked to reset the password of your Noek account.',
    action: { label: 'Set a new password', url: linkTo(config, '/reset-password', link) },
    outro: `The link works once and expires in one hour. ${ignore} Your password has not changed.`,
  });
}

/** Tells the owner that the password was changed. */
export function passwordChangedMail(config: Config, { name }: { name: string }): MailContent {
  return composeMail({
    subject: 'Your Noek password was changed',
    greeting: greeting(name),
    intro:
      'The password of your Noek account was changed. All other devices were signed out, and all API tokens were revoked.',
    action: { label: 'Open the sign-in page', url: `${config.origins.auth}/login` },
    outro: 'If this wasn\'t you, choose "Forgot Password" on the sign-in page right away and set a new password.',
  });
}

/** The link that verifies the new address of an account. It is sent to that address. */
export function newAddressMail(config: Config, { name, token }: { name: string; token: string }): MailContent {
  return composeMail({
    subject: 'Verify your new email address for Noek',
    greeting: greeting(name),
    intro: 'The email address of a Noek account was changed to this one. If the account is yours, verify the address.',
    action: { label: 'Verify email address', url: `${config.origins.auth}/verify-email?token=${token}` },
    outro:
      'The link expires in 24 hours. If the account is not yours, you can safely ignore this email: the address then stays unverified.',
  });
}

/** Tells the old address about the change, with the link that undoes it. */
export function emailChangedMail(
  config: Config,
  { name, token, newEmail }: { name: string; token: string; newEmail: string },
): MailContent {
  return composeMail({
    subject: 'The email address of your Noek account was changed',
    greeting: greeting(name),
    intro: `Your Noek account now uses the address ${newEmail}. If you made this change, you don't need to do anything.`,
    action: { label: 'Undo this change', url: `${config.origins.auth}/undo-email-change?token=${token}` },
    outro:
      'The link expires in 7 days. It restores this address, signs out all devices and lets you set a new password.',
  });
}

/** Tells the owner that the account can now be signed in to with Google, and that its password is suspended. */
export const googleLinkedMail = (config: Config, owner: { name: string }): MailContent =>
  linkedMail(config, owner, {
    subject: 'You signed in to Noek with Google',
    someone: 'Someone who has a Google account with this email address',
    provider: 'Google',
  });

/** The same about the account of a company. */
export const companyLinkedMail = (config: Config, owner: { name: string }, company: { name: string }): MailContent =>
  linkedMail(config, owner, {
    subject: `You signed in to Noek with ${company.name}`,
    someone: `Someone who has an account of ${company.name} with this email address`,
    provider: company.name,
  });

function linkedMail(
  config: Config,
  { name }: { name: string },
  { subject, someone, provider }: { subject: string; someone: string; provider: string },
): MailContent {
  const password = config.companySignIn.only
    ? ''
    : ' To sign in with a password as well, choose "Forgot Password" on the sign-in page and set a new one.';
  return composeMail({
    subject,
    greeting: greeting(name),
    intro: `${someone}, probably you, signed in to your Noek account with ${provider} for the first time. To keep your account safe, we signed out all other devices, revoked all API tokens and suspended your password. Links in earlier emails no longer work.`,
    action: { label: 'Open the sign-in page', url: `${config.origins.auth}/login` },
    outro: `You can keep signing in with ${provider} alone.${password}`,
  });
}

/** Confirms that the account and all its data were deleted. */
export function accountDeletedMail({ name }: { name: string }): MailContent {
  return composeMail({
    subject: 'Your Noek account was deleted',
    greeting: greeting(name),
    intro: 'As you requested, your Noek account and all its data were deleted. This cannot be undone.',
    outro: 'You are welcome to sign up again at any time.',
  });
}

/** Tells the owner that an administrator set a new password. */
export function passwordSetMail(config: Config, { name }: { name: string }): MailContent {
  return composeMail({
    subject: 'Your Noek password was changed',
    greeting: greeting(name),
    intro:
      'An administrator set a new password for your Noek account. All devices were signed out, and your API tokens were revoked.',
    action: { label: 'Open the sign-in page', url: `${config.origins.auth}/login` },
    outro: 'To choose a password that only you know, choose "Forgot Password" on the sign-in page.',
  });
}

/** Tells the previous address that an administrator set another one. */
export function addressSetMail(config: Config, { name, newEmail }: { name: string; newEmail: string }): MailContent {
  return composeMail({
    subject: 'The email address of your Noek account was changed',
    greeting: greeting(name),
    intro: `An administrator changed the address of your Noek account to ${newEmail}. Sign in with that address from now on.`,
    action: { label: 'Open the sign-in page', url: `${config.origins.auth}/login` },
    outro: `If you did not expect this, write to ${config.supportEmail}.`,
  });
}
