import type { AppRouter } from '@noek/server/router';
import { TRPCClientError } from '@trpc/client';

/** A refusal with the server's text; its code, status and flags are in `data`, as in refusals of typed procedures. */
export const refusal = (message: string, data: object): TRPCClientError<AppRouter> =>
  TRPCClientError.from({ error: { code: -32_600, message, data } });

/**
 * Throws the refusal of a request that the server refused before it looked at the calls: from a foreign page, for another host, or with a
 * body that is too large. Its answer does not have the shape of a typed procedure's. Returns all other answers. Failures of the server
 * are not refusals.
 */
export async function unlessRefused(answer: Response): Promise<Response> {
  if (answer.status < 400 || answer.status >= 500) return answer;
  const body: unknown = await answer.clone().json();
  if (typeof body !== 'object' || body === null || !('message' in body)) return answer;
  const { message, ...data } = body;
  throw refusal(String(message), { ...data, httpStatus: answer.status });
}
