import { needsSmtpUtf8 } from '@noek/contract/auth/email-address';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';

/**
 * Throws BAD_REQUEST for an address that our mail server cannot send to, so that the person is told now and does not wait for a mail. If the
 * server does not answer, the address is taken: mails are tried again for a day.
 */
export async function requireDeliverable({ mail }: Pick<Deps, 'mail'>, address: string): Promise<void> {
  if (!needsSmtpUtf8(address) || (await mail.sendsUnicode?.()) !== false) return;
  throw new AppError(
    'BAD_REQUEST',
    'Our mail server cannot send to addresses with letters such as ü or é before the @. Use another address.',
  );
}
