import { createParser } from 'eventsource-parser';

/**
 * Whether a caller takes JSON and does not ask for event streams, by its Accept header. The protocol wants both types there, and many simple
 * programs send one of them, or the default of their library.
 */
export function wantsJsonOnly(accept: string | null): boolean {
  const types = (accept?.trim() || '*/*').split(',').map((type) => type.split(';')[0]?.trim().toLowerCase());
  return (
    types.some((type) => type === 'application/json' || type === 'application/*' || type === '*/*') &&
    !types.includes('text/event-stream')
  );
}

/** The same request of a caller who takes both types. Its body has been read. */
export function takingBoth({ url, method, headers, signal }: Request): Request {
  const both = new Headers(headers);
  both.set('Accept', 'application/json, text/event-stream');
  return new Request(url, { method, headers: both, signal });
}

/**
 * The response to one request as JSON: of an event stream, the message that answers it. What the call tells before is left out. Ends the
 * stream when the caller leaves.
 */
export async function asJson(response: Response, gone: AbortSignal): Promise<Response> {
  if (!response.body || !response.headers.get('Content-Type')?.startsWith('text/event-stream')) return response;
  let answer: string | null = null;
  const parser = createParser({
    onEvent({ data }) {
      const message = JSON.parse(data) as { result?: unknown; error?: unknown };
      if ('result' in message || 'error' in message) answer = data;
    },
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const leave = () => void reader.cancel().catch(() => {});
  gone.addEventListener('abort', leave, { once: true });
  if (gone.aborted) leave();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) parser.feed(read.value);
  } finally {
    gone.removeEventListener('abort', leave);
  }
  const headers = new Headers(response.headers);
  headers.set('Content-Type', 'application/json');
  const cutOff = { jsonrpc: '2.0', error: { code: -32603, message: 'This call ended without a result.' }, id: null };
  return new Response(answer ?? JSON.stringify(cutOff), { status: answer === null ? 500 : response.status, headers });
}
