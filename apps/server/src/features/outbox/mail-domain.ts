import { normalDomain } from '@noek/contract/auth/email-address';
import type { Config } from '../../settings/config.ts';

/** The domain that mails name as their origin, in ASCII: that of their sender, or else of the host of sign-in. */
export function mailDomain({ mailFrom, origins }: Pick<Config, 'mailFrom' | 'origins'>): string {
  const domain = normalDomain(/@([^\s<>@]+)>?\s*$/.exec(mailFrom)?.[1] ?? '');
  return /^[\w.-]+$/.test(domain) ? domain : new URL(origins.auth).hostname;
}
