import type { Config } from '../../config.ts';
import { createInboxTransport } from './inbox.ts';
import type { MailTransport } from './mail.ts';
import { createSmtpTransport } from './smtp.ts';

/** SMTP if SMTP_URL is set, otherwise the development inbox, which the configuration refuses in production. */
export function createMailTransport({ smtpUrl, mailFrom, dataDir }: Config): MailTransport {
  return smtpUrl ? createSmtpTransport({ url: smtpUrl, from: mailFrom }) : createInboxTransport({ dataDir });
}
