import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import type { Deps } from '../deps.ts';
import { linkProofs } from './link-proof.ts';

/** A process that does not answer for this long is not waited for: what it makes is read from the database. */
const deadAfterMs = 6_000;
const pingEveryMs = 2_000;
const callAgainMs = 1_000;
/** More than this may not wait to be sent: the other process is too slow, and reads the database instead. In bytes. */
const mostUnsent = 16 * 1024 * 1024;
const mostBytesPerPiece = 64 * 1024 * 1024;

/** One end of a connection between two processes. Messages arrive in order, or the link closes. */
export type Link = {
  /** The id of the other process. */
  readonly process: string;
  send(message: LinkMessage): void;
};
/** Any value of JSON. */
export type LinkMessage = { [name: string]: unknown };
/** What an end does with its messages, and when the link has closed. */
export type LinkEnd = { onMessage(message: LinkMessage): void; onClosed(): void };

export type Links = {
  /** Sets what this process says over links that it has called, and over those that others have. Call it once, before `open`. */
  use(ends: { onCalling(link: Link): LinkEnd; onCalled(link: Link): LinkEnd }): void;
  /** Calls back when a link to another process breaks, which may be gone. */
  onLost(listener: () => void): void;
  /** Begins to accept links. Resolves to the address for other processes. */
  open(): Promise<string>;
  /** The other processes that are alive. Calls those that are not linked, until they are. */
  setOthers(others: readonly { id: string; address: string | null }[]): void;
  /** Whether there are other processes. */
  readonly hasOthers: boolean;
  /** Whether every other process has called this one, so that all receive what it sends. */
  readonly reachAll: boolean;
  close(): Promise<void>;
};

/**
 * Direct connections between the processes on one database: each calls every other one, over WebSockets on an address that only they use.
 * Nothing depends on them but speed: the database has everything that they carry.
 */
export function createLinks({ config, bootId, now, log }: Pick<Deps, 'config' | 'bootId' | 'now' | 'log'>): Links {
  const { version, secret, processes } = config;
  const proofs = linkProofs(secret, now);
  const calling = new Map<string, WebSocket>();
  const called = new Map<string, WebSocket>();
  let again: NodeJS.Timeout | undefined;
  let others: readonly { id: string; address: string | null }[] = [];
  let server: Server | null = null;
  let closed = false;
  let warned = false;
  let lost = () => {};
  let ends: Parameters<Links['use']>[0] = { onCalling: ignore, onCalled: ignore };

  function accept(sockets: WebSocketServer, http: Server): void {
    http.on('upgrade', (request, socket, head) => {
      socket.on('error', () => {});
      const caller = proofs.take(request.headers);
      if (!caller || caller.called !== bootId || caller.version !== version || closed) {
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
        return;
      }
      sockets.handleUpgrade(request, socket, head, (accepted) => {
        called.get(caller.caller)?.terminate();
        called.set(caller.caller, accepted);
        accepted.send(JSON.stringify([{ proof: proofs.answerTo(caller) }]));
        const end = join(accepted, caller.caller, ends.onCalled);
        accepted.on('message', (data) => deliver(accepted, data, end));
        accepted.once('close', () => {
          if (called.get(caller.caller) === accepted) called.delete(caller.caller);
          end.onClosed();
        });
      });
    });
  }

  function call(id: string, address: string): void {
    const pair = { caller: bootId, called: id, version };
    const headers = proofs.headersOf(pair);
    const socket = new WebSocket(`ws://${address}/`, {
      headers,
      handshakeTimeout: deadAfterMs,
      maxPayload: mostBytesPerPiece,
      perMessageDeflate: false,
    });
    calling.set(id, socket);
    let end: LinkEnd | null = null;
    socket.on('error', () => {});
    socket.once('unexpected-response', (request) => {
      request.destroy();
      if (!warned)
        log.warn({ address }, 'another process did not accept a direct connection, so its answers come later');
      warned = true;
    });
    socket.on('message', (data) => {
      if (end) {
        deliver(socket, data, end);
        return;
      }
      // Nothing is sent to a stranger that listens where the other process did.
      if (proofs.isAnswer(read(data)?.[0]?.proof, pair, Number(headers['noek-time'])))
        end = join(socket, id, ends.onCalling);
      else socket.terminate();
    });
    socket.once('close', () => {
      if (calling.get(id) === socket) calling.delete(id);
      end?.onClosed();
      if (closed) return;
      if (end) lost();
      again ??= setTimeout(callMissing, callAgainMs).unref();
    });
  }

  function callMissing(): void {
    clearTimeout(again);
    again = undefined;
    if (closed) return;
    for (const { id, address } of others) if (address !== null && !calling.has(id)) call(id, address);
  }

  return {
    use(given) {
      ends = given;
    },
    onLost(listener) {
      lost = listener;
    },
    async open() {
      const sockets = new WebSocketServer({ noServer: true, maxPayload: mostBytesPerPiece, perMessageDeflate: false });
      const http = createServer((_, response) => void response.writeHead(404).end());
      accept(sockets, http);
      await new Promise<void>((resolve, reject) => {
        http.once('error', reject);
        http.listen(processes.port, processes.host, resolve);
      });
      server = http.unref();
      const { port, address, family } = http.address() as AddressInfo;
      return `${family === 'IPv6' ? `[${address}]` : address}:${port}`;
    },
    setOthers(list) {
      others = list;
      for (const [id, socket] of calling) if (!others.some((other) => other.id === id)) socket.terminate();
      callMissing();
    },
    get hasOthers() {
      return others.length > 0;
    },
    get reachAll() {
      return others.every(({ id }) => called.has(id));
    },
    async close() {
      closed = true;
      clearTimeout(again);
      for (const socket of calling.values()) socket.terminate();
      for (const socket of called.values()) socket.terminate();
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    },
  };
}

const ignore = (): LinkEnd => ({ onMessage() {}, onClosed() {} });

/** Makes an end of a connection: what is sent in one turn of the event loop is sent as one piece, and silence closes it. */
function join(socket: WebSocket, process: string, begin: (link: Link) => LinkEnd): LinkEnd {
  let unsent: LinkMessage[] = [];
  let heardAt = performance.now();
  const flush = () => {
    const piece = JSON.stringify(unsent);
    unsent = [];
    if (socket.readyState !== WebSocket.OPEN) return;
    if (socket.bufferedAmount > mostUnsent) socket.terminate();
    else socket.send(piece);
  };
  const pings = setInterval(() => {
    if (performance.now() - heardAt > deadAfterMs) socket.terminate();
    else if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, pingEveryMs).unref();
  const hear = () => {
    heardAt = performance.now();
  };
  socket.on('pong', hear).on('ping', hear).on('message', hear);
  socket.on('error', () => {});
  socket.once('close', () => clearInterval(pings));
  return begin({
    process,
    send(message) {
      if (unsent.push(message) === 1) setImmediate(flush);
    },
  });
}

function read(data: unknown): LinkMessage[] | null {
  try {
    const piece: unknown = JSON.parse(String(data));
    return Array.isArray(piece) ? piece : null;
  } catch {
    return null;
  }
}

function deliver(socket: WebSocket, data: unknown, end: LinkEnd): void {
  const messages = read(data);
  if (messages) for (const message of messages) end.onMessage(message);
  else socket.terminate();
}
