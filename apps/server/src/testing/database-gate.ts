import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket, connect as tcpConnect } from 'node:net';

/**
 * A step of a server process: the end of a transaction, or a statement outside of one. `text` has the SQL of its statements and the
 * parameters.
 */
export type DatabaseStep = { text: string };

/** What happens to a step: it is passed on, it never reaches the database, or the process never gets the result. */
export type Verdict = 'pass' | 'stop-before' | 'stop-after';

export type DatabaseGate = {
  /** The address that the server process is given as DATABASE_URL. */
  url: string;
  /** Asked before each step that changes something. */
  judge: (step: DatabaseStep) => Verdict;
  /** Called when a connection has been stopped, before or after the step. */
  onStopped: (step: DatabaseStep) => void;
  /** New steps wait until `resume`; what has begun is finished. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
};

/** Is between a server process and PostgreSQL, so that a test can stop the process between any two of its steps. */
export async function openDatabaseGate(databaseUrl: string): Promise<DatabaseGate> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let waiting: PromiseWithResolvers<void> | null = null;

  const server = createServer((client) => {
    const database = tcpConnect(Number(target.port || 5432), target.hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.setNoDelay();
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    const steps = new StepReader();
    let last = Promise.resolve();
    let mute: DatabaseStep | null = null;
    database.on('data', (bytes: Buffer) => {
      if (!mute) return void client.write(bytes);
      // ReadyForQuery ends the answer.
      if (bytes.at(-6) === 0x5a && bytes.at(-2) === 5) gate.onStopped(mute);
    });
    client.on('data', (bytes: Buffer) => {
      for (const part of steps.read(bytes)) last = last.then(() => pass(part));
    });

    async function pass({ bytes, begins, step }: Part): Promise<void> {
      if (mute) return;
      while (begins && waiting) await waiting.promise;
      const verdict = step ? gate.judge(step) : 'pass';
      if (step && verdict !== 'pass') mute = step;
      if (step && verdict === 'stop-before') gate.onStopped(step);
      else database.write(bytes);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const gate: DatabaseGate = {
    url: url.href,
    judge: () => 'pass',
    onStopped() {},
    pause() {
      waiting ??= Promise.withResolvers();
    },
    resume() {
      waiting?.resolve();
      waiting = null;
    },
    async close() {
      gate.resume();
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return gate;
}

/** Messages of a client up to and with one that the database answers. */
type Part = { bytes: Buffer; begins: boolean; step: DatabaseStep | null };

/** Reads what a client sends: https://www.postgresql.org/docs/current/protocol-message-formats.html */
class StepReader {
  #rest = Buffer.alloc(0);
  #isStarted = false;
  #part: Buffer[] = [];
  #sql = '';
  #parameters = '';
  /** The SQL of statements that were given a name. */
  readonly #named = new Map<string, string>();
  /** What the open transaction has done so far. */
  #transaction: string | null = null;

  read(bytes: Buffer): Part[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const parts: Part[] = [];
    for (;;) {
      // The first message has no type.
      const head = this.#isStarted ? 1 : 0;
      if (this.#rest.length < head + 4) return parts;
      const length = head + this.#rest.readInt32BE(head);
      if (this.#rest.length < length) return parts;
      const message = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      const type = this.#isStarted ? String.fromCharCode(message[0] ?? 0) : '';
      this.#isStarted = true;
      this.#part.push(message);
      this.#note(type, message.subarray(5));
      // A query, the end of a batch, and everything that is not a part of one.
      if (!'PBDEC'.includes(type) || type === '') parts.push(this.#end());
    }
  }

  #note(type: string, body: Buffer): void {
    if (type === 'Q') this.#sql += textAt(body, 0);
    if (type === 'P') {
      const name = textAt(body, 0);
      const sql = textAt(body, name.length + 1);
      if (name !== '') this.#named.set(name, sql);
      this.#sql = sql;
    }
    if (type !== 'B') return;
    const portal = textAt(body, 0);
    const name = textAt(body, portal.length + 1);
    this.#sql = this.#named.get(name) ?? this.#sql;
    this.#parameters += body.toString('latin1');
  }

  #end(): Part {
    const bytes = Buffer.concat(this.#part);
    const sql = this.#sql.trim();
    const text = `${sql} -- ${this.#parameters}\n`;
    this.#part = [];
    this.#sql = '';
    this.#parameters = '';
    const isOpen = this.#transaction !== null;
    const begins = sql !== '' && !isOpen && !/^(listen|show|set)\b/i.test(sql);
    if (/^begin/i.test(sql)) this.#transaction = '';
    else if (isOpen && /^rollback/i.test(sql)) this.#transaction = null;
    else if (isOpen && /^commit/i.test(sql)) {
      const done = this.#transaction ?? '';
      this.#transaction = null;
      return { bytes, begins, step: { text: done } };
    } else if (isOpen) this.#transaction += text;
    else if (/^(insert|update|delete|with)\b/i.test(sql)) return { bytes, begins, step: { text } };
    return { bytes, begins, step: null };
  }
}

const textAt = (bytes: Buffer, from: number): string => bytes.toString('latin1', from, bytes.indexOf(0, from));
