import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { type BodyTimes, bodyTimes, limitBodyTimes } from './body-times.ts';

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
