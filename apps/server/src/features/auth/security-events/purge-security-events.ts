import { accountSecurity } from '@noek/contract/auth/limits';
import { inArray, lte } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';

const batchSize = 500;
const maxBatches = 200;

/** Events until this time are not shown any more. */
export const oldestEventAt = ({ now }: Pick<Deps, 'now'>): Date =>
  new Date(now().getTime() - accountSecurity.eventDays * 24 * 60 * 60_000);

/** Deletes the security events of more than 90 days ago, in small steps. The next run does what is left. */
export async function purgeSecurityEvents(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { securityEvents: events } = deps.db.tables;
  for (let batch = 0; batch < maxBatches; batch++) {
    const old = deps.db.orm
      .select({ id: events.id })
      .from(events)
      .where(lte(events.at, oldestEventAt(deps)))
      .limit(batchSize);
    const deleted = await deps.db.write((orm) =>
      orm.delete(events).where(inArray(events.id, old)).returning({ id: events.id }),
    );
    if (deleted.length < batchSize) return;
  }
}
