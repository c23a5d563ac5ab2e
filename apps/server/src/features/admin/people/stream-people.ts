import type { Ctx } from '../../../context.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { peopleAfter, toAdminUser } from './people.queries.ts';

/** How many people are read at once. */
const atOnce = 500;

/**
 * All people as a JSON array, the oldest account first, a few hundred at a time and only as fast as the reader takes them. Throws
 * UNAUTHORIZED and FORBIDDEN.
 */
export function streamPeople(ctx: Ctx): ReadableStream<Uint8Array> {
  requireAdministrator(ctx);
  const encoder = new TextEncoder();
  let after: number | null = null;
  return new ReadableStream(
    {
      async pull(controller) {
        const rows = await peopleAfter(ctx.db, after, atOnce);
        const now = ctx.now();
        const people = rows.map((row) => JSON.stringify(toAdminUser(row, now))).join(',');
        controller.enqueue(encoder.encode(`${after === null ? '[' : rows.length > 0 ? ',' : ''}${people}`));
        after = rows.at(-1)?.place ?? 0;
        if (rows.length === atOnce) return;
        controller.enqueue(encoder.encode(']'));
        controller.close();
      },
    },
    { highWaterMark: 1 },
  );
}
