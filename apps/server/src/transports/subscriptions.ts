import {
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  isTrackedEnvelope,
  TRPCError,
} from '@trpc/server';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import { appRouter } from './router.ts';
import { streamResponse } from './streamed-response.ts';
import { reportFailure } from './trpc.ts';
import { typedEndpoint, typedPaths } from './typed-paths.ts';

const { _config: config } = appRouter._def;
const paths = typedPaths('subscription');
const connected = `event: connected\ndata: ${JSON.stringify(config.sse?.client ?? {})}\n\n`;
const ping = 'event: ping\ndata: \n\n';
const returned = 'event: return\ndata: \n\n';

/**
 * Answers typed subscriptions with the events that tRPC's clients read. tRPC's own producer passes each event through four web streams;
 * this one writes it. Other calls, and subscriptions that are refused before they start, are left to tRPC.
 */
export const subscriptions: MiddlewareHandler<AppEnv> = (c, next) => {
  const path = c.req.path.slice(typedEndpoint.length);
  if (!paths.has(path) || c.req.method !== 'GET' || c.get('refusal') || c.req.query('batch') === '1') return next();
  const ctx = c.get('ctx');
  c.header('Content-Type', 'text/event-stream');
  c.header('X-Accel-Buffering', 'no');
  c.header('Connection', 'keep-alive');
  c.header('Vary', 'trpc-accept, accept');
  const getRawInput = async () =>
    inputOf(c.req.query('input'), c.req.header('Last-Event-Id') ?? c.req.query('lastEventId'));
  const response = streamResponse(c, async ({ gone, write }) => {
    write(connected);
    const pings = setInterval(() => write(ping), config.sse?.ping?.intervalMs);
    try {
      const call = { router: appRouter, path, type: 'subscription', ctx, signal: gone, batchIndex: 0 } as const;
      const events: AsyncIterable<unknown> = await ctx.background.track(callTRPCProcedure({ ...call, getRawInput }));
      for await (const event of events) {
        const slow = write(frame(event));
        if (slow) await slow;
      }
      write(returned);
    } catch (cause) {
      if ((cause as Error).name === 'AbortError') return;
      const error = getTRPCErrorFromUnknown(cause);
      reportFailure(ctx.log, { error, path });
      const shape = getTRPCErrorShape({ config, error, type: 'subscription', path, input: undefined, ctx });
      write(`event: serialized-error\ndata: ${JSON.stringify(shape)}\n\n`);
    } finally {
      clearInterval(pings);
    }
  });
  return Promise.resolve(response);
};

/** The input of a call, in which the last event that a client has seen is a field. */
function inputOf(json: string | undefined, lastEventId: string | undefined): unknown {
  let input: unknown;
  try {
    input = json ? JSON.parse(json) : undefined;
  } catch (cause) {
    throw new TRPCError({ code: 'PARSE_ERROR', cause });
  }
  return lastEventId && (input === undefined || (typeof input === 'object' && input !== null))
    ? { ...input, lastEventId }
    : input;
}

function frame(event: unknown): string {
  if (!isTrackedEnvelope(event)) return `data: ${JSON.stringify(event)}\n\n`;
  const [id, data] = event;
  return `data: ${JSON.stringify(data)}\nid: ${id}\n\n`;
}
