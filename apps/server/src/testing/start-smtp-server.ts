import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Received = { to: string[]; source: string };

export type TestSmtpServer = {
  url: string;
  /** The accepted mails, in order. */
  received: Received[];
  /** The response to RCPT or DATA: a code and a text, or nothing to accept it. */
  refuse: { recipient?: [number, string]; data?: [number, string] };
  close(): Promise<void>;
};

/** A real SMTP server on a free port of this machine. It requires no sign-in and refuses any. */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const received: Received[] = [];
  const refuse: TestSmtpServer['refuse'] = {};
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, callback) => callback(smtpError([535, 'wrong password'])),
    onRcptTo(_address, _session, callback) {
      callback(refuse.recipient ? smtpError(refuse.recipient) : null);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refuse.data) return callback(smtpError(refuse.data));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, source: Buffer.concat(chunks).toString('utf8') });
        callback(null);
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    refuse,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function smtpError([responseCode, message]: [number, string]): Error {
  return Object.assign(new Error(message), { responseCode });
}
