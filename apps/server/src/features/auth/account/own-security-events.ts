import {
  type ListSecurityEventsInput,
  type SecurityEvent,
  securityEventKindSchema,
  type securityEventPageSchema,
} from '@noek/contract/auth/security-events';
import { after, nextCursorOf } from '@noek/db/list-cursor';
import { and, desc, eq, gt } from 'drizzle-orm';
import type { z } from 'zod';
import type { Ctx } from '../../../context.ts';
import { readCursor } from '../../../read-cursor.ts';
import { oldestEventAt } from '../security-events/purge-security-events.ts';
import { requireUser } from '../session/require-user.ts';

/**
 * What happened to the security of the caller's account in the last 90 days, the latest first, one page at a time. Throws UNAUTHORIZED,
 * and BAD_REQUEST for a cursor that no page gave.
 */
export async function ownSecurityEvents(
  ctx: Ctx,
  { limit, cursor }: ListSecurityEventsInput,
): Promise<z.infer<typeof securityEventPageSchema>> {
  const { id } = requireUser(ctx).user;
  const { securityEvents: events } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select()
    .from(events)
    .where(
      and(
        eq(events.userId, id),
        gt(events.at, oldestEventAt(ctx)),
        cursor === undefined ? undefined : after(readCursor(cursor), events.at, events.id),
      ),
    )
    .orderBy(desc(events.at), desc(events.id))
    .limit(limit + 1);
  return { events: rows.slice(0, limit).map(toSecurityEvent), nextCursor: nextCursorOf(rows, limit) };
}

type EventRow = Ctx['db']['tables']['securityEvents']['$inferSelect'];

/** An event as its owner and administrators are shown it. */
function toSecurityEvent({ id, kind, at, device, network, detail }: EventRow): SecurityEvent {
  return { id, kind: securityEventKindSchema.parse(kind), at: at.toISOString(), device, network, detail };
}
