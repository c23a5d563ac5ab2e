import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Handler } from 'hono';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';
import { appRouter } from './router.ts';
import { asTrpcError, reportFailure } from './trpc.ts';

/** Answers the typed procedures. */
export const typedCalls =
  (log: Logger): Handler<AppEnv> =>
  async (c) =>
    fetchRequestHandler({
      endpoint: '/api/trpc',
      req: await withBody(c.req.raw),
      router: appRouter,
      createContext() {
        const refusal = c.get('refusal');
        if (refusal) throw asTrpcError(refusal);
        return c.get('ctx');
      },
      responseMeta({ errors: [error] }) {
        return error?.cause instanceof AppError ? { headers: error.cause.headers } : {};
      },
      maxBatchSize: 10,
      onError: ({ error, path }) => reportFailure(log, { error, path }),
    });

/**
 * The same request with its body read. tRPC looks at the signal of every request. For that, the adapter makes a web request whose body is
 * a stream, which costs a send more than all the rest of tRPC's work. Only subscriptions use the signal, and they have no body.
 */
async function withBody(request: Request): Promise<Request> {
  const { method, url, headers } = request;
  return method === 'POST' ? new Request(url, { method, headers, body: await request.arrayBuffer() }) : request;
}
