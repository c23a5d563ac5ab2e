import type { Context } from 'hono';

/** A text that is sent each `ms` milliseconds, so that nobody takes a quiet connection for a dead one. */
type Ping = { text: string; ms: number };

/**
 * A response that consists of `pieces` of text, which never throw. A piece is read once the caller has taken the one before, so nothing
 * accumulates for a slow reader. `gone` aborts when the caller disconnects.
 */
export function streamedResponse(
  c: Context,
  gone: AbortController,
  pieces: AsyncGenerator<string, void>,
  ping?: Ping,
): Response {
  const encoder = new TextEncoder();
  let pings: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (!ping) return;
        pings = setInterval(() => {
          // One that is not taken is enough.
          if (controller.desiredSize === 0) controller.enqueue(encoder.encode(ping.text));
        }, ping.ms);
      },
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (gone.signal.aborted) return;
        if (done) {
          clearInterval(pings);
          controller.close();
        } else {
          controller.enqueue(encoder.encode(value));
        }
      },
      async cancel() {
        clearInterval(pings);
        gone.abort();
        // Pieces that wait to be taken notice nothing.
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
  return c.body(body);
}
