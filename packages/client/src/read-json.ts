import { NoekRefusal, NoekUnreachable } from './errors.ts';

/**
 * The JSON of a successful response. Throws NoekUnreachable if the connection broke before its end, a NoekRefusal without a body if it is no
 * JSON (the page of a hotel's network), and the signal's reason.
 */
export async function jsonOf<Json>(response: Response, signal: AbortSignal | undefined): Promise<Json> {
  const json = (await response.json().catch((error: unknown) => {
    signal?.throwIfAborted();
    if (error instanceof SyntaxError) return null;
    throw new NoekUnreachable(new URL(response.url || 'http://localhost').origin, error);
  })) as Json | null;
  if (json === null) throw new NoekRefusal(response.status, null);
  return json;
}
