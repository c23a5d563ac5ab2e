import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';
import { appRouter } from './router.ts';
import { reportFailure } from './trpc.ts';
import { typedEndpoint, typedPaths } from './typed-paths.ts';

const paths = typedPaths('mutation');

/**
 * Answers a single typed mutation, as pages send it, like tRPC's own handler, which prepares for batches, streams and other bodies
 * at a tenth of the cost of a turn. All other calls are left to that handler.
 */
export const mutations: MiddlewareHandler<AppEnv> = async (c, next) => {
  const path = c.req.path.slice(typedEndpoint.length);
  const isJson = c.req.header('Content-Type')?.startsWith('application/json');
  if (!paths.has(path) || c.req.method !== 'POST' || !isJson || c.get('refusal')) return next();
  const ctx = c.get('ctx');
  const isBatch = c.req.query('batch') === '1';
  const call = { router: appRouter, path, type: 'mutation', ctx, signal: undefined, batchIndex: 0 } as const;
  let status = 200;
  let result: object;
  try {
    const getRawInput = async () => inputOf(await c.req.text(), isBatch);
    result = { result: { data: await callTRPCProcedure({ ...call, getRawInput }) } };
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause);
    reportFailure(ctx.log, { error, path });
    if (error.cause instanceof AppError)
      for (const [name, value] of Object.entries(error.cause.headers)) c.header(name, value);
    const config = appRouter._def._config;
    result = { error: getTRPCErrorShape({ config, error, type: 'mutation', path, input: undefined, ctx }) };
    status = getHTTPStatusCodeFromError(error);
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
