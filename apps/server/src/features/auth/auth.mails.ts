import type { Config } from '../../config.ts';
import { composeMail } from '../outbox/compose-mail.ts';
import type { MailContent } from '../outbox/enqueue-mail.ts';

// Links are built from the configured origins, never from the request: a forged Host must not reach a mailbox.

const ignore = 'If this was not you, you can ignore this email and nothing happens.';

/** The link that makes the account of a sign-up. Without a password the account asks for one after it. */
export function verificationMail(
  config: Config,
  { name, token, hasPassword }: { name: string; token: string; hasPassword: boolean },
): MailContent {
  return composeMail({
    subject: 'Verify your email address for Noek',
    greeting: hasPassword ? greeting(name) : 'Hello,',
    intro: hasPassword
      ? 'Welcome to Noek. Verify your email address to finish signing up.'
      : 'Somebody signed up for Noek with this email address several times. Verify it to finish signing up; then choose your password with "Forgot Password" on the sign-in page, so that no other one works.',
    action: { label: 'Verify email address', url: `${config.origins.auth}/verify-email?token=${token}` },
    outro: 'The link works for 24 hours. If you did not sign up, ignore this email and nothing happens.',
  });
}

/** Sent instead of a verification link when the address has an account: only its owner learns that. */
export function accountExistsMail(config: Config, { name }: { name: string }): MailContent {
  return composeMail({
    subject: 'You already have a Noek account',
    greeting: greeting(name),
    intro:
      'Somebody, probably you, tried to sign up for Noek with this email address. You already have an account; nothing about it was changed.',
    action: { label: 'Sign in', url: `${config.origins.auth}/login` },
    outro: `If you do not remember your password, choose "Forgot Password" there. ${ignore}`,
  });
}

/** The link that sets a new password. */
export function passwordResetMail(config: Config, { name, token }: { name: string; token: string }): MailContent {
  return composeMail({
    subject: 'Reset your Noek password',
    greeting: greeting(name),
    intro: 'Somebody, probably you, asked to set a new password for your Noek account.',
    action: { label: 'Set a new password', url: `${config.origins.auth}/reset-password?token=${token}` },
    outro: `The link works once, for one hour. ${ignore} Your password stays as it is.`,
  });
}

/** Tells the owner that the password is another one now. */
export function passwordChangedMail(config: Config, { name }: { name: string }): MailContent {
  return composeMail({
    subject: 'Your Noek password was changed',
    greeting: greeting(name),
    intro: 'The password of your Noek account was changed, and everybody else who was signed in to it was signed out.',
    action: { label: 'Open the sign-in page', url: `${config.origins.auth}/login` },
    outro: 'If this was not you, choose "Forgot Password" on the sign-in page at once and set a new password.',
  });
}

/** The link that confirms an address an account was changed to; goes to that address. */
export function newAddressMail(config: Config, { name, token }: { name: string; token: string }): MailContent {
  return composeMail({
    subject: 'Verify your new email address for Noek',
    greeting: greeting(name),
    intro: 'The email address of a Noek account was changed to this one. Verify it if the account is yours.',
    action: { label: 'Verify email address', url: `${config.origins.auth}/verify-email?token=${token}` },
    outro:
      'The link works for 24 hours. If the account is not yours, ignore this email: without the link the address stays unverified.',
  });
}

/** Tells the old address of a change, with the link that takes it back. */
export function emailChangedMail(
  config: Config,
  { name, token, newEmail }: { name: string; token: string; newEmail: string },
): MailContent {
  return composeMail({
    subject: 'The email address of your Noek account was changed',
    greeting: greeting(name),
    intro: `Your Noek account now uses the address ${newEmail}. If this was you, there is nothing to do.`,
    action: { label: 'Undo this change', url: `${config.origins.auth}/undo-email-change?token=${token}` },
    outro:
      'The link works for 7 days. It brings this address back, signs everybody out of the account and lets you choose a new password.',
  });
}

/** Tells the owner that Google signs in to the account now, and what the password was worth until then. */
export function googleLinkedMail(config: Config, { name }: { name: string }): MailContent {
  return composeMail({
    subject: 'You signed in to Noek with Google',
    greeting: greeting(name),
    intro:
      'Somebody who owns this email address at Google, probably you, signed in to your Noek account with Google for the first time. To keep the account safe, everybody else was signed out, links in earlier emails no longer work, and the password is suspended.',
    action: { label: 'Open the sign-in page', url: `${config.origins.auth}/login` },
    outro:
      'You can go on with Google alone. To sign in with a password too, choose "Forgot Password" on the sign-in page and set a new one.',
  });
}

/** Confirms that an account and all its data are gone. */
export function accountDeletedMail({ name }: { name: string }): MailContent {
  return composeMail({
    subject: 'Your Noek account was deleted',
    greeting: greeting(name),
    intro: 'Your Noek account and everything in it were deleted, as you asked. This cannot be undone.',
    outro: 'You are always welcome to sign up again.',
  });
}

/** Names are chosen by whoever signs up: one that could pass for a message or a link of its own does not get into a mail. */
function greeting(name: string): string {
  return name.length <= 60 && /^[\p{L}\p{M}][\p{L}\p{M}\p{N} '’.-]*$/u.test(name) && !/\.\S/.test(name)
    ? `Hello ${name},`
    : 'Hello,';
}
