import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { AppError } from '../errors.ts';
import { isStreamedCall } from '../middleware/body-limit.ts';

/** How long the body of a request may take to arrive. */
type BodyTime = {
  /** How long may pass in which less arrives than `bytesPerSecond`, in milliseconds. */
  slowMs: number;
  /** How long all of it may take, in milliseconds. */
  mostMs: number;
};

type BodyTimes = {
  /** Of every call. */
  body: BodyTime;
  /** Of the calls that take a file. */
  file: BodyTime;
  /** What a phone with 32 kbit/s sends, the slowest speed to which mobile plans are reduced. */
  bytesPerSecond: number;
  checkedEveryMs: number;
};

/** An upload of 2 GB takes half an hour on a slow line, and a phone in a tunnel sends nothing for a minute. */
export const bodyTimes: BodyTimes = {
  body: { slowMs: 30_000, mostMs: 5 * 60_000 },
  file: { slowMs: 2 * 60_000, mostMs: 60 * 60_000 },
  bytesPerSecond: 4_000,
  checkedEveryMs: 1_000,
};

/** A body that has not arrived yet. `until` moves on with what arrives, and is never later than `slowMs` from now. */
type Arriving = {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  time: BodyTime;
  began: number;
  bytes: number;
  until: number;
};

/** The bodies that are arriving. `check` ends those that have no time left. Times are in milliseconds, of any clock that only moves on. */
export function arrivingBodies(times: BodyTimes) {
  const arriving = new Set<Arriving>();

  /** Whether its time is up. */
  function isLate(one: Arriving, now: number): boolean {
    const { incoming, time, began } = one;
    const { bytesRead } = incoming.socket;
    const earnedMs = ((bytesRead - one.bytes) / times.bytesPerSecond) * 1000;
    // While as much waits to be read as can wait, the caller cannot send more.
    const isFull = incoming.readableLength >= incoming.readableHighWaterMark;
    one.bytes = bytesRead;
    one.until = isFull ? now + time.slowMs : Math.min(one.until + earnedMs, now + time.slowMs);
    return now >= one.until || now >= began + time.mostMs;
  }

  return {
    add(incoming: IncomingMessage, outgoing: ServerResponse, now: number): void {
      const { headers, method, url, socket } = incoming;
      if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'] ?? 0)) return;
      const time = isStreamedCall(`${method} ${url?.split('?', 1)[0]}`) ? times.file : times.body;
      arriving.add({ incoming, outgoing, time, began: now, bytes: socket.bytesRead, until: now + time.slowMs });
    },
    check(now: number): void {
      for (const one of arriving) {
        const { incoming, outgoing, time, began } = one;
        if (incoming.complete || incoming.destroyed) {
          arriving.delete(one);
          continue;
        }
        if (!isLate(one, now)) continue;
        const hasReader = incoming.listenerCount('error') > 0;
        // It may be read soon.
        if (!hasReader && now < began + time.mostMs) continue;
        arriving.delete(one);
        // To destroy it closes the connection, so that no refusal could be sent.
        if (hasReader && !outgoing.headersSent) incoming.emit('error', tookTooLong());
        else incoming.destroy();
      }
    },
  };
}

/**
 * Gives the body of each request to `server` a time, so that requests that never end do not stay open. Reading a body fails with
 * REQUEST_TIMEOUT when its time is up. One timer looks at all of them, and a body that has arrived costs nothing more.
 */
function limitBodyTimes(server: Server, times: BodyTimes): void {
  const bodies = arrivingBodies(times);
  server.on('request', (incoming, outgoing) => bodies.add(incoming, outgoing, performance.now()));
  const timer = setInterval(() => bodies.check(performance.now()), times.checkedEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}

const tookTooLong = () =>
  new AppError('REQUEST_TIMEOUT', 'This took too long to arrive. Please check your connection and try again.', {
    headers: { Connection: 'close' },
  });

/** How long the headers of a request may take to arrive, in milliseconds. */
const headersMs = 30_000;
/** How often Node.js looks for connections that are too slow, in milliseconds. It ends them with 408. */
const checkedEveryMs = 5_000;

/** An HTTP server that answers with `fetch`, and closes requests that never end. */
export function createNodeServer(
  fetch: (request: Request, env: object) => Response | Promise<Response>,
  times: BodyTimes = bodyTimes,
): Server {
  const server = createAdaptorServer({
    fetch,
    serverOptions: {
      keepAliveTimeout: 75_000,
      headersTimeout: headersMs,
      // Otherwise Node.js ends every request after five minutes.
      requestTimeout: times.file.mostMs,
      connectionsCheckingInterval: checkedEveryMs,
    },
  }) as Server;
  limitBodyTimes(server, times);
  return server;
}
