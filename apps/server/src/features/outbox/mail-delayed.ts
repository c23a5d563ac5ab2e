import { and, desc, eq, gte, isNotNull, isNull } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';

/** A mail that was sent counts if it was written at most this long before the one that waits, in milliseconds. This bounds what is read. */
const olderMs = 24 * 60 * 60 * 1000;

/**
 * Whether mail cannot be sent now: one waits after a failed attempt, and none has been sent since it was written. Mail of campaigns does not
 * count, nor does one that a single mail server refuses while others take theirs.
 */
export async function isMailDelayed({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const { outbox } = db.tables;
  const [waiting] = await db.orm
    .select({ createdAt: outbox.createdAt })
    .from(outbox)
    .where(and(eq(outbox.status, 'pending'), isNotNull(outbox.lastError), isNull(outbox.campaignId)))
    .orderBy(desc(outbox.createdAt))
    .limit(1);
  if (!waiting) return false;
  const [sent] = await db.orm
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.status, 'sent'),
        isNull(outbox.campaignId),
        gte(outbox.createdAt, new Date(waiting.createdAt.getTime() - olderMs)),
        gte(outbox.sentAt, waiting.createdAt),
      ),
    )
    .limit(1);
  return !sent;
}
