import type { Config } from '../../settings/config.ts';
import { createInboxTransport } from './inbox.ts';
import type { MailTransport } from './mail.ts';

/** SMTP if SMTP_URL is set, otherwise the development inbox, which the configuration refuses in production. */
export async function createMailTransport({ smtpUrl, mailFrom, dataDir }: Config): Promise<MailTransport> {
  if (!smtpUrl) return createInboxTransport({ dataDir });
  const { createSmtpTransport } = await import('./smtp.ts');
  return createSmtpTransport({ url: smtpUrl, from: mailFrom });
}
