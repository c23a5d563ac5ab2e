/** A refusal with the server's text; its code, status and flags are in `data`, as in the tRPC client. */
export class RefusedCall extends Error {
  readonly data: Record<string, unknown>;

  constructor(message: string, data: Record<string, unknown>) {
    super(message);
    this.data = data;
  }
}
