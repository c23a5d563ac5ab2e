import type { ErrorCode } from '@noek/contract/calls/errors';

/** A refusal as the tRPC client throws it: the server's text, and its code, status and flags in `data`. */
export class Refusal extends Error {
  readonly data: Record<string, unknown>;

  constructor(code: ErrorCode, httpStatus: number, message: string, flags: Record<string, unknown> = {}) {
    super(message);
    this.data = { ...flags, code, httpStatus };
  }
}
