import { callTRPCProcedure, getTRPCErrorFromUnknown, TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Handler, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import type { AppEnv } from '../middleware/app-env.ts';
import { asTrpcError, errorShape, reportFailure } from '../transports/trpc.ts';
import { appRouter } from './router.ts';

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

const endpoint = '/api/trpc/';

/**
 * Answers a single typed mutation, as pages send it. tRPC's own handler also prepares for batches, streams and other bodies, which costs a
 * turn more than a tenth of its processor time (decisions/016). All other calls are left to that handler.
 */
export const mutations: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isJson = c.req.header('Content-Type')?.startsWith('application/json');
  if (c.req.method !== 'POST' || !isJson || c.get('refusal')) return next();
  const ctx = c.get('ctx');
  const path = c.req.path.slice(endpoint.length);
  const isBatch = c.req.query('batch') === '1';
  let isFound = false;
  const getRawInput = async () => {
    isFound = true;
    return inputOf(await c.req.text(), isBatch);
  };
  let status = 200;
  let result: object;
  try {
    const call = { router: appRouter, path, type: 'mutation', ctx, signal: undefined, batchIndex: 0 } as const;
    result = { result: { data: await callTRPCProcedure({ ...call, getRawInput }) } };
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause);
    // There is no such mutation: the path may name a query, or several calls. Nothing was read.
    if (!isFound && !(error.cause instanceof AppError)) return next();
    reportFailure(ctx.log, { error, path });
    if (error.cause instanceof AppError)
      for (const [name, value] of Object.entries(error.cause.headers)) c.header(name, value);
    const shape = errorShape(error);
    result = { error: shape };
    status = shape.data.httpStatus;
  }
  c.header('Vary', 'trpc-accept, accept');
  c.header('Content-Type', 'application/json');
  return c.body(JSON.stringify(isBatch ? [result] : result), status as ContentfulStatusCode);
};

function inputOf(text: string, isBatch: boolean): unknown {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (cause) {
    throw new TRPCError({ code: 'PARSE_ERROR', cause });
  }
  if (!isBatch) return input;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new TRPCError({ code: 'BAD_REQUEST' });
  return (input as { 0?: unknown })[0];
}
