import type { Config } from '../../config.ts';
import { createInboxTransport } from './inbox.ts';
import type { MailTransport } from './mail.ts';
import { createSmtpTransport } from './smtp.ts';

/** SMTP where SMTP_URL says so; else the inbox of this machine (the configuration refuses that in production). */
export function createMailTransport({ smtpUrl, mailFrom, dataDir }: Config): MailTransport {
  return smtpUrl ? createSmtpTransport({ url: smtpUrl, from: mailFrom }) : createInboxTransport({ dataDir });
}
