import { count, eq, min } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';

/** How many mails wait to be sent, and how long the oldest has waited (0 without any). */
export async function readOutboxAge({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<{ pending: number; oldestSeconds: number }> {
  const { outbox } = db.tables;
  const [row] = await db.orm
    .select({ pending: count(), oldest: min(outbox.createdAt) })
    .from(outbox)
    .where(eq(outbox.status, 'pending'));
  const oldest = row?.oldest ?? null;
  return {
    pending: row?.pending ?? 0,
    oldestSeconds: oldest === null ? 0 : Math.max(0, (now().getTime() - oldest.getTime()) / 1000),
  };
}
