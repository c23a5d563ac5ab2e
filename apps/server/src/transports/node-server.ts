import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';

/** An HTTP server that answers with `fetch`. */
export const createNodeServer = (fetch: (request: Request, env: object) => Response | Promise<Response>): Server =>
  createAdaptorServer({ fetch }) as Server;
