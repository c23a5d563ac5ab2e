import { EventSource } from 'eventsource';
import { bodyOfProcedure, NoekRefusal, NoekUnreachable, refusalOf } from './errors.ts';
import { pause } from './until-aborted.ts';

/** The pauses before a broken stream is opened again, in milliseconds. The last one repeats. */
const retryDelaysMs = [200, 500, 1_000, 2_000, 5_000] as const;
/** A server that has been away for this long is not waited for any longer. */
const giveUpAfterMs = 2 * 60_000;
/** A connection that lasted for this long counts as one that worked. */
const heldMs = 5_000;
/** A stream without a ping for this long is dead, unless the server says otherwise. */
const silentMs = 45_000;

export type StreamedEvent = { id: string; data: unknown };
type Fetch = typeof globalThis.fetch;
type Queue = { events: StreamedEvent[]; end: { error: unknown } | null; wake: () => void };

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
  const queue: Queue = { events: [], end: null, wake: () => {} };
  const finish = (error: unknown) => {
    queue.end ??= { error };
    queue.wake();
  };
  let failure: unknown;
  const source = new EventSource(address, {
    fetch: async (url, init) => {
      const response = await fetch(url, init as RequestInit).catch((error: unknown) => {
        failure = error;
        throw error;
      });
      if (!response.ok) failure = await refusalOf(response);
      return response;
    },
  });
  const silence = watchdog(silentMs, () => finish(new NoekUnreachable(address.origin, new Error('silent'))));
  const onAbort = () => finish(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  source.addEventListener('connected', ({ data }) => {
    silence.set(reconnectAfterOf(data));
    onConnected();
  });
  source.addEventListener('ping', () => silence.touch());
  source.addEventListener('message', ({ data, lastEventId }) => {
    silence.touch();
    queue.events.push({ id: lastEventId, data: JSON.parse(data) });
    queue.wake();
  });
  source.addEventListener('return', () => finish(undefined));
  source.addEventListener('serialized-error', ({ data }) => finish(refusalIn(data)));
  // It would connect again automatically, and to the same address: after the first event, the address has to name the last one.
  source.addEventListener('error', (event) =>
    finish(failure ?? new NoekUnreachable(address.origin, new Error(event.message ?? 'The connection broke.'))),
  );
  try {
    for (;;) {
      const event = queue.events.shift();
      if (event) {
        yield event;
      } else if (queue.end) {
        if (queue.end.error !== undefined) throw queue.end.error;
        return;
      } else {
        await new Promise<void>((resolve) => {
          queue.wake = resolve;
        });
      }
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    silence.stop();
    source.close();
  }
}

/** Calls `act` when nothing has touched it for a while. */
function watchdog(initialMs: number, act: () => void) {
  let ms = initialMs;
  let timer = setTimeout(act, ms);
  const touch = () => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
  return {
    touch,
    set(later: number) {
      ms = later;
      touch();
    },
    stop: () => clearTimeout(timer),
  };
}

function reconnectAfterOf(data: string): number {
  const { reconnectAfterInactivityMs = silentMs } = (data ? JSON.parse(data) : {}) as Record<string, number>;
  return reconnectAfterInactivityMs;
}

function refusalIn(data: string): NoekRefusal {
  const error = JSON.parse(data) as { data?: { httpStatus?: number } };
  return new NoekRefusal(error.data?.httpStatus ?? 500, bodyOfProcedure({ error }));
}
