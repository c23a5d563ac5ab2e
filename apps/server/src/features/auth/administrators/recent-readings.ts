import { and, eq, gte } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';

/** How long after reading a person's messages an administrator may open the files in them. */
const readingMs = 60 * 60_000;

/** How an administrator came to read a person's messages within the last hour: the ids of the reports, null for other reasons. */
export async function recentReadings(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { actorId, targetUserId }: { actorId: string; targetUserId: string },
): Promise<Set<unknown>> {
  const { auditLog: a } = db.tables;
  const readings = await db.orm
    .select({ detail: a.detail })
    .from(a)
    .where(
      and(
        eq(a.targetUserId, targetUserId),
        eq(a.action, 'messages.read'),
        gte(a.createdAt, new Date(now().getTime() - readingMs)),
        eq(a.actorId, actorId),
      ),
    );
  return new Set(readings.map(({ detail }) => detail.report ?? null));
}
