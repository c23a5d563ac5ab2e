import type { Orm, Statement } from '@noek/db/database';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';

/** Withdraws the mails of campaigns that wait to be sent to a person, for good. Run it in the step that gives the reason. */
export function withdrawMailsStatement(
  { db }: Pick<Deps, 'db'>,
  orm: Orm,
  { userId, status }: { userId: string; status: 'cancelled' | 'unsubscribed' },
): Statement {
  const { outbox } = db.tables;
  return orm
    .update(outbox)
    .set({ status })
    .where(and(eq(outbox.userId, userId), isNotNull(outbox.campaignId), eq(outbox.status, 'pending')));
}
