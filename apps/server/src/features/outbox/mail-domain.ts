import type { Config } from '../../settings/config.ts';

/** The domain that mails name as their origin: that of their sender, or else of the host of sign-in. */
export const mailDomain = ({ mailFrom, origins }: Pick<Config, 'mailFrom' | 'origins'>): string =>
  /@([\w.-]+)>?$/.exec(mailFrom)?.[1] ?? new URL(origins.auth).hostname;
