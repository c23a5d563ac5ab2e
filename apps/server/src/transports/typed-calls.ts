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
  (c) =>
    fetchRequestHandler({
      endpoint: '/api/trpc',
      req: c.req.raw,
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
