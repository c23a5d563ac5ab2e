import { createTransport, type NodemailerError } from 'nodemailer';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { MailError, type MailTransport } from './mail.ts';

/** The time limit of a send. It must end before its lease does. */
const sendTimeoutMs = 60_000;
/** How long the server has to say what it can, and how long that is known: a person waits for it. */
const [askTimeoutMs, knownForMs, unknownForMs] = [5_000, 60 * 60_000, 10_000];
/** How much of a server's answer is kept, in characters. */
const maxAnswerLength = 500;

/**
 * Sends mail through the server of an smtp:// or smtps:// URL, whose query may contain nodemailer's options (`?requireTLS=true`). A 5xx
 * response to the envelope or the message is permanent. A 5xx response to the greeting or the sign-in shows a mistake in our settings that
 * can be corrected, so the mail is retried. Bulk mails share one connection, the others have their own, so that a sign-in link does not
 * wait behind them.
 */
export function createSmtpTransport({ url, from }: { url: string; from: string }): MailTransport {
  const settings = {
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const single = createTransport(settings);
  // A mail whose connection had been closed before a byte of it was sent is sent over another one, once.
  const shared = createTransport({ ...settings, pool: true, maxConnections: 1, maxRequeues: 1, idleTimeout: 10_000 });
  let asked: { until: number; answer: Promise<boolean | null> } | null = null;
  return {
    kind: 'smtp',
    sendsUnicode() {
      if (asked && asked.until > Date.now()) return asked.answer;
      const answer = knowsSmtpUtf8(single);
      const current = { until: Date.now() + unknownForMs, answer };
      asked = current;
      return answer.then((known) => {
        if (known !== null) current.until = Date.now() + knownForMs;
        return known;
      });
    },
    async send({ to, headers, bulk, ...mail }) {
      try {
        await (bulk ? shared : single).sendMail({
          ...mail,
          from,
          to: { name: '', address: to },
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
          signal: AbortSignal.timeout(sendTimeoutMs),
        });
      } catch (cause) {
        const { code, command, response, responseCode } = cause as NodemailerError;
        const isAnswer =
          (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode !== 421;
        const permanent = isAnswer && responseCode >= 500;
        // The message goes to the log, so the server's own words, which name the recipient, are kept apart.
        const reason = [responseCode, code, command && `at ${command}`].filter(Boolean).join(' ');
        throw new MailError(`The mail server refused or failed: ${reason || 'unknown reason'}`, permanent, {
          cause,
          unreachable: !isAnswer,
          answer: oneLine(response),
        });
      }
    },
    async close() {
      single.close();
      shared.close();
    },
  };
}

/** Whether the server says that it knows SMTPUTF8 (RFC 6531); null if it does not answer. */
function knowsSmtpUtf8({ options }: { options: SMTPConnectionOptions }): Promise<boolean | null> {
  const connection = new SMTPConnection(options);
  return new Promise((resolve) => {
    const end = (known: boolean | null) => {
      clearTimeout(timer);
      resolve(known);
      connection.close();
    };
    const timer = setTimeout(() => end(null), askTimeoutMs);
    connection.on('error', () => end(null));
    connection.on('end', () => end(null));
    // The last response is that to EHLO, which lists what the server can.
    connection.connect(() => end(/[ -]SMTPUTF8\b/i.test(connection.lastServerResponse || '')));
  });
}

/** A server's answer as one line of text: it may have several lines, and a hostile server may send control characters. */
const oneLine = (response = '') =>
  response
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxAnswerLength);
