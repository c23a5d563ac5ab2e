import type { Context } from 'hono';

/** A text that is sent every `ms` milliseconds, so that a quiet connection is not taken for a dead one. */
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
          // One ping that is not read yet is enough.
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
        // Ends the generator even if it is waiting between two pieces.
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
  return c.body(body);
}
