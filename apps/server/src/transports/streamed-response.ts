import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { stream } from 'hono/streaming';

/** Where a streamed response goes. */
export type Output = {
  /** Aborts when the caller disconnects. */
  readonly gone: AbortSignal;
  /** Writes text. Returns a promise while the caller reads too slowly: more may be written when it resolves. */
  write(text: string): Promise<void> | undefined;
};

type Produce = (output: Output) => Promise<void>;

/** What a connection passes to the app besides a request, to have streams written straight to it. */
export type StreamTarget = { produce: Produce | null };

/** Marks the response whose body its connection asks `StreamTarget.produce` for. It is not sent. */
const streamedHeader = 'x-noek-streamed';

/**
 * A response that `produce` writes piece by piece. `produce` writes its first piece at once, since it brings the head with it, and never
 * throws. Over a connection of our server, the text takes no way through web streams, which cost more than the events themselves.
 */
export function streamResponse(c: Context, produce: Produce): Response {
  const target = c.env as Partial<StreamTarget> | undefined;
  if (target?.produce === undefined)
    return stream(c, async (out) => {
      const gone = new AbortController();
      out.onAbort(() => gone.abort());
      await produce({ gone: gone.signal, write: async (text) => void (await out.write(text)) });
    });
  target.produce = produce;
  return c.body(null, 200, { [streamedHeader]: '1' });
}

/** Sends a streamed response with its head. Returns false, and does nothing, if the response is another one, such as an error. */
export function sendStream(outgoing: ServerResponse, response: Response, { produce }: StreamTarget): boolean {
  if (!produce) return false;
  // Hono passes the headers of a response on to the error that replaces it.
  if (response.status !== 200) {
    response.headers.delete(streamedHeader);
    return false;
  }
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of response.headers) if (name !== streamedHeader) headers[name] = value;
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  outgoing.writeHead(response.status, headers);
  void writeTo(outgoing, produce);
  return true;
}

async function writeTo(outgoing: ServerResponse, produce: Produce): Promise<void> {
  const gone = new AbortController();
  let full: PromiseWithResolvers<void> | null = null;
  const proceed = () => {
    full?.resolve();
    full = null;
  };
  outgoing.on('drain', proceed);
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
    proceed();
  });
  if (outgoing.destroyed) gone.abort();
  await produce({
    gone: gone.signal,
    write(text) {
      if (outgoing.destroyed || outgoing.write(text)) return undefined;
      full ??= Promise.withResolvers();
      return full.promise;
    },
  });
  outgoing.end();
}
