import type { Server, ServerResponse } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type StreamTarget, sendStream } from './streamed-response.ts';

/** An HTTP server that answers with `fetch`. Streamed responses are written straight to their connections. */
export function createNodeServer(fetch: (request: Request, env: object) => Response | Promise<Response>): Server {
  return createAdaptorServer({
    async fetch(request, env) {
      const target: StreamTarget & typeof env = { ...env, produce: null };
      const response = await fetch(request, target);
      return sendStream(env.outgoing as ServerResponse, response, target) ? RESPONSE_ALREADY_SENT : response;
    },
  }) as Server;
}
