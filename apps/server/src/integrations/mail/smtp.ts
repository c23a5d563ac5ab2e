import { createTransport, type NodemailerError } from 'nodemailer';
import { MailError, type MailTransport } from './mail.ts';

/** The time limit of a send. It must end before its lease does. */
const sendTimeoutMs = 60_000;

/**
 * Sends mail through the server of an smtp:// or smtps:// URL, whose query may contain nodemailer's options (`?requireTLS=true`).
 * A 5xx response to the envelope or the message is permanent. A 5xx response to the greeting or the sign-in is a mistake in our
 * settings that can be corrected, so those mails are retried.
 */
export function createSmtpTransport({ url, from }: { url: string; from: string }): MailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    kind: 'smtp',
    async send({ to, headers, ...mail }) {
      try {
        await transport.sendMail({
          ...mail,
          from,
          to: { name: '', address: to },
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
          signal: AbortSignal.timeout(sendTimeoutMs),
        });
      } catch (cause) {
        const { code, command, responseCode } = cause as NodemailerError;
        const permanent = (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500;
        // The server's own message is left out because it names the recipient.
        const reason = [responseCode, code, command && `at ${command}`].filter(Boolean).join(' ');
        throw new MailError(`The mail server refused or failed: ${reason || 'unknown reason'}`, permanent, { cause });
      }
    },
    async close() {
      transport.close();
    },
  };
}
