import { EventSourceParserStream } from 'eventsource-parser/stream';
import { bodyOfProcedure, NoekRefusal, NoekUnreachable, refusalOf } from './errors.ts';
import { pause } from './until-aborted.ts';

/** The pauses before a broken stream is opened again, in milliseconds. The last one repeats. */
const retryDelaysMs = [200, 500, 1_000, 2_000, 5_000] as const;
/** A server that has been away for this long is not waited for any longer. */
const giveUpAfterMs = 2 * 60_000;
/** A connection that lasted for this long counts as one that worked. */
const heldMs = 5_000;
/** A connection on which nothing arrives for this long is dead, unless the server says otherwise. */
const silentMs = 45_000;

export type StreamedEvent = { id: string; data: unknown };
type Fetch = typeof globalThis.fetch;

/**
 * The events of a typed subscription, in order, without gaps. A broken or silent connection is made again after the last event that arrived,
 * for two minutes. With `onRestart`, which is called then, it begins from the start instead. Ends with the stream. Throws the server's
 * refusal (NoekRefusal), NoekUnreachable, or the signal's reason.
 */
export async function* readEvents(
  fetch: Fetch,
  address: URL,
  signal?: AbortSignal,
  onRestart?: () => void,
): AsyncGenerator<StreamedEvent, void, void> {
  let lastEventId = '';
  let failures = 0;
  let failingSince = 0;
  for (;;) {
    signal?.throwIfAborted();
    const target = new URL(address);
    if (lastEventId) target.searchParams.set('lastEventId', lastEventId);
    let connectedAt = Number.POSITIVE_INFINITY;
    try {
      const onConnected = () => {
        connectedAt = Date.now();
      };
      for await (const event of connection(fetch, target, onConnected, signal)) {
        failures = 0;
        if (event.id && !onRestart) lastEventId = event.id;
        yield event;
      }
      return;
    } catch (error) {
      signal?.throwIfAborted();
      const isPassing = error instanceof NoekUnreachable || (error instanceof NoekRefusal && error.status >= 500);
      // A quiet stream may have no events for long.
      if (Date.now() - connectedAt > heldMs) failures = 0;
      if (failures === 0) failingSince = Date.now();
      if (!isPassing || Date.now() - failingSince > giveUpAfterMs) throw error;
      const delay = retryDelaysMs[Math.min(failures++, retryDelaysMs.length - 1)] as number;
      const asked = error instanceof NoekRefusal ? (error.retryAfter ?? 0) * 1_000 : 0;
      await pause(Math.min(Math.max(delay, asked), 30_000), signal);
      onRestart?.();
    }
  }
}

/** The events of one connection. */
async function* connection(
  fetch: Fetch,
  address: URL,
  onConnected: () => void,
  signal?: AbortSignal,
): AsyncGenerator<StreamedEvent, void, void> {
  let quietMs: number = silentMs;
  const closing = new AbortController();
  const onAbort = () => closing.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  const broken = (why: unknown) => new NoekUnreachable(address.origin, why);
  /** Waits for the server. One that is silent for too long counts as gone. */
  async function heard<T>(work: Promise<T>): Promise<T> {
    const silence = setTimeout(() => closing.abort(broken(new Error('silent'))), quietMs);
    try {
      return await work;
    } catch (error) {
      if (closing.signal.aborted) throw closing.signal.reason;
      throw error instanceof NoekUnreachable ? error : broken(error);
    } finally {
      clearTimeout(silence);
    }
  }
  try {
    const headers = { Accept: 'text/event-stream' };
    const response = await heard(fetch(address, { headers, cache: 'no-store', signal: closing.signal }));
    if (!response.ok) throw await heard(refusalOf(response));
    const type = response.headers.get('Content-Type') ?? '';
    // Such as the page of a proxy.
    if (!response.body || !type.startsWith('text/event-stream'))
      throw broken(new Error(`"${type}" is no event stream.`));
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    for (;;) {
      const { value, done } = await heard(events.read());
      if (done) throw broken(new Error('The connection ended.'));
      const { event = 'message', data, id = '' } = value;
      if (event === 'return') return;
      if (event === 'serialized-error') throw refusalIn(data);
      if (event === 'connected') {
        quietMs = reconnectAfterOf(data);
        onConnected();
      }
      if (event === 'message') yield { id, data: JSON.parse(data) };
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    closing.abort();
  }
}

function reconnectAfterOf(data: string): number {
  const { reconnectAfterInactivityMs = silentMs } = (data ? JSON.parse(data) : {}) as Record<string, number>;
  return reconnectAfterInactivityMs;
}

function refusalIn(data: string): NoekRefusal {
  const error = JSON.parse(data) as { data?: { httpStatus?: number } };
  return new NoekRefusal(error.data?.httpStatus ?? 500, bodyOfProcedure({ error }));
}
