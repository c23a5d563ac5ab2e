import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Received = { to: string[]; source: string };
type MailAnswer = 'accept' | 'lose' | [number, string];

export type TestSmtpServer = {
  url: string;
  /** The accepted mails, in order. */
  received: Received[];
  /** The response to RCPT or DATA: a code and a text, or nothing to accept it. */
  refuse: { recipient?: [number, string]; data?: [number, string] };
  /** Called with each mail that arrives completely, before it is answered; 'lose' takes it and drops the connection instead. */
  onMail: (to: string) => MailAnswer | Promise<MailAnswer>;
  close(): Promise<void>;
};

/**
 * A real SMTP server on a port of this machine, a free one unless one is named. It requires no sign-in and refuses any. Without `smtpUtf8`, it
 * does not know addresses that are not in ASCII.
 */
export async function startSmtpServer(port = 0, { smtpUtf8 = true } = {}): Promise<TestSmtpServer> {
  const received: Received[] = [];
  const refuse: TestSmtpServer['refuse'] = {};
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    hideSMTPUTF8: !smtpUtf8,
    onAuth: (_auth, _session, callback) => callback(smtpError([535, 'wrong password'])),
    onRcptTo(_address, _session, callback) {
      callback(refuse.recipient ? smtpError(refuse.recipient) : null);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (refuse.data) return callback(smtpError(refuse.data));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const answer = await started.onMail(to[0] ?? '');
        if (Array.isArray(answer)) return callback(smtpError(answer));
        received.push({ to, source: Buffer.concat(chunks).toString('utf8') });
        if (answer === 'accept') return callback(null);
        for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy();
      });
    },
  });
  // A client that is killed resets its connection, which is an event of the server and would otherwise end the test.
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const started: TestSmtpServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    refuse,
    onMail: () => 'accept',
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return started;
}

function smtpError([responseCode, message]: [number, string]): Error {
  return Object.assign(new Error(message), { responseCode });
}
