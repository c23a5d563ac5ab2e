import type { Context } from 'hono';
import type { AppEnv } from '../../middleware/app-env.ts';
import { streamedResponse } from './streamed-response.ts';

/** Whether the caller asks for an event stream. */
export const wantsEvents = (c: Context): boolean => c.req.header('Accept')?.includes('text/event-stream') ?? false;

/** Responds with server-sent events, batch by batch. The signal given to `read` aborts when the caller disconnects. */
export function eventStream<Event extends { event: string; data: unknown; id?: number }>(
  c: Context<AppEnv>,
  read: (gone: AbortSignal) => AsyncIterable<Event[]>,
): Response {
  const { log } = c.get('ctx');
  const gone = new AbortController();
  async function* pieces() {
    try {
      for await (const events of read(gone.signal)) yield events.map(frame).join('');
    } catch (error) {
      if ((error as Error).name !== 'AbortError') log.error({ err: error, path: c.req.path }, 'an event stream failed');
    }
  }
  c.header('Content-Type', 'text/event-stream; charset=utf-8');
  return streamedResponse(c, gone, pieces());
}

const frame = ({ event, data, id }: { event: string; data: unknown; id?: number }) =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n${id === undefined ? '' : `id: ${id}\n`}\n`;
