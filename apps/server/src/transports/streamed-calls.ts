import { isStreamedBody, keyOf } from '@noek/contract/calls/operation';
import { operations } from '@noek/contract/calls/operations';

const streamedCalls: ReadonlySet<string> = new Set(
  operations.filter(({ body }) => body && isStreamedBody(body)).map(keyOf),
);

/** Whether a call, as "POST /api/files", takes a file: it reads its body as a stream, with a limit of its own. */
export const isStreamedCall = (call: string): boolean => streamedCalls.has(call);
