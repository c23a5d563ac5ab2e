import { callTRPCProcedure, getTRPCErrorFromUnknown, isTrackedEnvelope } from '@trpc/server';
import type { MiddlewareHandler } from 'hono';
import type { Ctx } from '../context.ts';
import type { AppEnv } from '../middleware/app-env.ts';
import { wantsEvents } from '../transports/event-streams/event-stream.ts';
import { streamedResponse } from '../transports/event-streams/streamed-response.ts';
import { errorShape, reportFailure, sse } from '../transports/trpc.ts';
import { appRouter } from './router.ts';

const endpoint = '/api/trpc/';
const connected = `event: connected\ndata: ${JSON.stringify(sse.client)}\n\n`;
const ping = { text: 'event: ping\ndata: \n\n', ms: sse.ping.intervalMs };
const returned = 'event: return\ndata: \n\n';

/**
 * Answers typed subscriptions with the events that tRPC's clients read. tRPC's own producer passes each event in four pieces through
 * five web streams. All other calls, and subscriptions that fail before they begin, are left to tRPC.
 */
export const subscriptions: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.method !== 'GET' || !wantsEvents(c) || c.get('refusal') || c.req.query('batch') === '1') return next();
  const ctx = c.get('ctx');
  const path = c.req.path.slice(endpoint.length);
  const gone = new AbortController();
  const lastEventId = c.req.header('Last-Event-Id') ?? c.req.query('lastEventId');
  const getRawInput = async () => inputOf(c.req.query('input'), lastEventId);
  const call = { router: appRouter, path, type: 'subscription', ctx, signal: gone.signal, batchIndex: 0 } as const;
  let events: AsyncIterable<unknown>;
  try {
    events = await callTRPCProcedure({ ...call, getRawInput });
  } catch {
    return next();
  }
  c.header('Content-Type', 'text/event-stream');
  c.header('X-Accel-Buffering', 'no');
  c.header('Connection', 'keep-alive');
  c.header('Vary', 'trpc-accept, accept');
  return streamedResponse(c, gone, framesOf(events, ctx, path), ping);
};

async function* framesOf(events: AsyncIterable<unknown>, { log }: Ctx, path: string): AsyncGenerator<string, void> {
  yield connected;
  try {
    for await (const event of events) yield frame(event);
  } catch (cause) {
    if ((cause as Error).name === 'AbortError') return;
    const error = getTRPCErrorFromUnknown(cause);
    reportFailure(log, { error, path });
    yield `event: serialized-error\ndata: ${JSON.stringify(errorShape(error))}\n\n`;
    return;
  }
  yield returned;
}

/** The input of a call, in which the last event that a client has seen is a field. */
function inputOf(json: string | undefined, lastEventId: string | undefined): unknown {
  const input: unknown = json ? JSON.parse(json) : undefined;
  return lastEventId && (input === undefined || (typeof input === 'object' && input !== null))
    ? { ...input, lastEventId }
    : input;
}

function frame(event: unknown): string {
  if (!isTrackedEnvelope(event)) return `data: ${JSON.stringify(event)}\n\n`;
  const [id, data] = event;
  return `data: ${JSON.stringify(data)}\nid: ${id}\n\n`;
}
