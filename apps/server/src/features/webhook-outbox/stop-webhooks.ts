import type { Orm, Statement } from '@noek/db/database';
import { and, eq, isNull } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';

/**
 * Stops every webhook of a person until they send it a test. Use it in each step that ends the person's sessions because a secret may be known
 * to others: an intruder may have created one, to read along.
 */
export function stopWebhooksStatement({ db, now }: Pick<Deps, 'db' | 'now'>, orm: Orm, userId: string): Statement {
  const { webhooks: w } = db.tables;
  return orm
    .update(w)
    .set({ stoppedAt: now(), stoppedBecause: 'secured' })
    .where(and(eq(w.userId, userId), isNull(w.stoppedAt)));
}
