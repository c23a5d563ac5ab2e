import type { z } from 'zod';

/** One documented call: what goes in, what comes out on success, and which refusals belong to it. */
export type Operation = {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** Path parameters stand in braces: /api/conversations/{id}. */
  path: string;
  summary: string;
  /** Who may call it: anybody, guests included, or signed-in people. */
  access: 'anyone' | 'signed-in';
  query?: z.ZodObject;
  body?: z.ZodType;
  /** 302: the browser is sent on, and `result` is not used. */
  status: 200 | 201 | 302;
  result: z.ZodType;
  /** Refusals beyond the general ones (400 malformed, 403 foreign origin, 413 too large). */
  refusals: readonly number[];
  /** Also answers text/event-stream when asked to. */
  streams?: boolean;
};
