import type { Server, ServerResponse } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type StreamTarget, sendStream } from './streamed-response.ts';

/**
 * The adapter's sign that a response was sent. As a plain object: the adapter replaces the global Response and does not see the sign in
 * one that was made after that.
 */
const alreadySent = { status: 200, headers: RESPONSE_ALREADY_SENT.headers, body: null } as Response;

/** An HTTP server that answers with `fetch`. Streamed responses are written straight to their connections. */
export function createNodeServer(fetch: (request: Request, env: object) => Response | Promise<Response>): Server {
  return createAdaptorServer({
    async fetch(request, env) {
      const target: StreamTarget & typeof env = { ...env, produce: null };
      const response = await fetch(request, target);
      return sendStream(env.outgoing as ServerResponse, response, target) ? alreadySent : response;
    },
  }) as Server;
}
