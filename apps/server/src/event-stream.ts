import type { Context } from 'hono';
import { stream } from 'hono/streaming';

/** Whether the caller asks for an event stream. */
export const wantsEvents = (c: Context): boolean => c.req.header('Accept')?.includes('text/event-stream') ?? false;

/** Responds with server-sent events, batch by batch. The signal given to `read` aborts when the caller disconnects. */
export function eventStream<Event extends { event: string; data: unknown; id?: number }>(
  c: Context,
  read: (gone: AbortSignal) => AsyncIterable<Event[]>,
): Response {
  c.header('Content-Type', 'text/event-stream; charset=utf-8');
  return stream(c, async (out) => {
    const gone = new AbortController();
    out.onAbort(() => gone.abort());
    try {
      for await (const events of read(gone.signal)) await out.write(events.map(frame).join(''));
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error;
    }
  });
}

const frame = ({ event, data, id }: { event: string; data: unknown; id?: number }) =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n${id === undefined ? '' : `id: ${id}\n`}\n`;
