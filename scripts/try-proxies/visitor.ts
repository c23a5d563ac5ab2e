import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SendResult } from '../../packages/contract/src/chat/schemas.ts';
import { eventsOf, type LiveEvent } from '../bench/live-stream.ts';
import { cookieJar } from './cookie-jar.ts';

export const hosts = ['chat.example.com', 'auth.example.com', 'example.com'] as const;

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };
type Call = {
  method?: string;
  host?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** The pieces of a body of `bytes` bytes in all. */
  upload?: { bytes: number; pieces: AsyncIterable<Uint8Array> };
  timeoutMs?: number;
};

/** A browser's live stream: what has arrived on it, with the time of `performance.now()`. */
export type Live = {
  events: readonly { at: number; event: LiveEvent }[];
  pings(): number;
  isOpen(): boolean;
  /** Resolves to the first event that fits, also one that has arrived already. */
  until(fits: (event: LiveEvent) => boolean, timeoutMs?: number): Promise<{ at: number; event: LiveEvent }>;
  close(): void;
};

/** A browser at the proxy on this port, with its own cookies and its own address. */
export type Visitor = {
  setCookie(host: string, cookie: string): void;
  cookies(host: string): string;
  call(path: string, options?: Call): Promise<Answer>;
  /** Resolves when the stream has said hello. Rejects if it is refused. */
  live(): Promise<Live>;
  /** Sends a message in a new conversation; the same one again if the id is the same. Rejects if it is refused. */
  send(content: string, clientMessageId?: string): Promise<SendResult>;
  /** Closes its connections. */
  leave(): void;
};

let addresses = 0;
/** An address of this machine. Guests of one address share a limit, and so a row that each send writes. */
const nextAddress = () => `127.1.0.${(addresses++ % 250) + 1}`;

/** `from`: the address, otherwise a new one. `forgotten`: the cookies that this browser does not keep. */
export function newVisitor(port: number, options: { from?: string; forgotten?: RegExp } = {}): Visitor {
  const jar = cookieJar(options.forgotten);
  const localAddress = options.from ?? nextAddress();
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

  function open(
    path: string,
    { method = 'GET', host = hosts[0], headers = {}, json, upload, timeoutMs = 10_000 }: Call,
  ) {
    const payload = json === undefined ? undefined : JSON.stringify(json);
    const length = upload?.bytes ?? (payload === undefined ? undefined : Buffer.byteLength(payload));
    return new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          localAddress,
          servername: host,
          path,
          method,
          agent,
          headers: {
            host,
            ...(jar.header(host) && { cookie: jar.header(host) }),
            ...(payload !== undefined && { 'content-type': 'application/json' }),
            ...(length !== undefined && { 'content-length': length }),
            ...headers,
          },
        },
        (answer) => {
          jar.keep(host, answer.headers['set-cookie'] ?? []);
          resolve(answer);
        },
      );
      sent.setTimeout(timeoutMs, () => sent.destroy(new Error('the proxy did not answer in time')));
      sent.on('error', reject);
      if (upload) void writeAll(upload.pieces, sent).catch(reject);
      else sent.end(payload);
    });
  }

  async function call(path: string, given: Call = {}): Promise<Answer> {
    const answer = await open(path, given);
    answer.setEncoding('utf8');
    let text = '';
    for await (const part of answer) text += part;
    return { status: answer.statusCode ?? 0, headers: answer.headers, text };
  }

  return {
    setCookie: (host, cookie) => jar.keep(host, [cookie]),
    cookies: jar.header,
    call,
    async live() {
      const stream = await open('/api/trpc/chat.live', {
        headers: { accept: 'text/event-stream' },
        timeoutMs: 120_000,
      });
      if (stream.statusCode !== 200) {
        stream.destroy();
        throw new Error(`the live stream was refused with ${stream.statusCode}`);
      }
      const live = follow(stream);
      await live.until(({ type }) => type === 'hello');
      return live;
    },
    async send(content, clientMessageId = randomUUID()) {
      const json = { content, conversationId: null, clientMessageId };
      const { status, text } = await call('/api/trpc/chat.send', { method: 'POST', json });
      if (status !== 200) throw new Error(`a send was refused with ${status}: ${text.slice(0, 200)}`);
      return (JSON.parse(text) as { result: { data: SendResult } }).result.data;
    },
    leave: () => agent.destroy(),
  };
}

/** Stops at the answer, because an upload may be refused before it is complete. */
async function writeAll(pieces: AsyncIterable<Uint8Array>, sent: ClientRequest): Promise<void> {
  const over = Promise.race(['response', 'close'].map((event) => once(sent, event).catch(() => {})));
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  for await (const piece of pieces) {
    if (isOver) return;
    if (!sent.write(piece)) await Promise.race([once(sent, 'drain').catch(() => {}), over]);
  }
  sent.end();
}

function follow(stream: IncomingMessage): Live {
  const events: { at: number; event: LiveEvent }[] = [];
  let pings = 0;
  let isOpen = true;
  let rest = '';
  stream.setEncoding('utf8').on('data', (part: string) => {
    const frames = (rest + part).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      if (frame.startsWith('event: ping')) pings += 1;
      for (const event of eventsOf(frame)) events.push({ at: performance.now(), event });
    }
  });
  stream
    .on('error', () => {})
    .on('close', () => {
      isOpen = false;
    });
  return {
    events,
    pings: () => pings,
    isOpen: () => isOpen,
    async until(fits, timeoutMs = 30_000) {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const found = events.find(({ event }) => fits(event));
        if (found) return found;
        if (!isOpen) throw new Error('the live stream has ended');
        if (performance.now() > deadline) throw new Error('an event did not arrive on the live stream');
        await sleep(5);
      }
    },
    close: () => stream.destroy(),
  };
}
