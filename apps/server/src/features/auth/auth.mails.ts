import type { Config } from '../../config.ts';
import { composeMail } from '../outbox/compose-mail.ts';
import type { MailContent } from '../outbox/enqueue-mail.ts';

// Links are built from the configured origins, never from the request: a forged Host must not reach a mailbox.

/** The link that verifies an address. `again`: somebody signed up a second time before the address was verified. */
export function verificationMail(
  config: Config,
  { name, token, again }: { name: string; token: string; again: boolean },
): MailContent {
  return composeMail({
    subject: 'Verify your email address for Noek',
    greeting: greeting(name),
    intro: again
      ? 'Somebody, probably you, signed up for Noek with this email address again. The account already exists and keeps the password it was made with; only its email address is not verified yet.'
      : 'Welcome to Noek. Verify your email address to finish signing up.',
    action: { label: 'Verify email address', url: `${config.origins.auth}/verify-email?token=${token}` },
    outro: again
      ? 'The link works for 24 hours. If your password does not work afterwards, choose "Forgot Password" on the sign-in page.\n\nIf you did not sign up, ignore this email and nothing happens.'
      : 'The link works for 24 hours. If you did not sign up, ignore this email and nothing happens.',
  });
}

/** Sent instead of a verification link when the address has a verified account: only its owner learns that. */
export function accountExistsMail(config: Config, { name }: { name: string }): MailContent {
  return composeMail({
    subject: 'You already have a Noek account',
    greeting: greeting(name),
    intro:
      'Somebody, probably you, tried to sign up for Noek with this email address. You already have an account; nothing about it was changed.',
    action: { label: 'Sign in', url: `${config.origins.auth}/login` },
    outro:
      'If you do not remember your password, choose "Forgot Password" there. If this was not you, you can ignore this email.',
  });
}

/** Names are chosen by whoever signs up: one that could pass for a message or a link of its own does not get into a mail. */
function greeting(name: string): string {
  return name.length <= 60 && /^[\p{L}\p{M}][\p{L}\p{M}\p{N} '’.-]*$/u.test(name) && !/\.\S/.test(name)
    ? `Hello ${name},`
    : 'Hello,';
}
