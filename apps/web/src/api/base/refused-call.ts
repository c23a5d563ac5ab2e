/** A refusal with the server's text; its code, status and flags are in `data`, as in the tRPC client. */
export class RefusedCall extends Error {
  readonly data: Record<string, unknown>;

  constructor(message: string, data: Record<string, unknown>) {
    super(message);
    this.data = data;
  }
}

/**
 * The refusal in an answer that is not one of a typed procedure, because the server refused the request before it looked at its
 * calls: a foreign page, another host, a body that is too large. Null for other answers. Failures of the server are no refusals.
 */
export function refusalIn({ status }: Response, body: unknown): RefusedCall | null {
  if (status < 400 || status >= 500 || typeof body !== 'object' || body === null || !('message' in body)) return null;
  const { message, ...data } = body;
  return typeof message === 'string' ? new RefusedCall(message, { ...data, httpStatus: status }) : null;
}
