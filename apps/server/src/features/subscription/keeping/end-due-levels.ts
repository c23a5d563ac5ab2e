import { preparedQuery } from '@noek/db/prepared';
import { and, eq, lte, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { type AccountPages, announceAccount } from '../../auth/account/announce-account.ts';
import { auditStatement } from '../../auth/administrators/audit-statement.ts';

const perRound = 100;

/**
 * Turns people whose SuperNoek has reached its known end into people on the basic plan, each exactly once whatever number of
 * processes do this, and tells their pages. Requests honour the end without it: it is for open pages and for the stored level.
 */
export async function endDueLevels(deps: Pick<Deps, 'db' | 'now'> & { live: AccountPages }): Promise<void> {
  const now = deps.now();
  for (;;) {
    const due = await dueLevels.run(deps.db, { now });
    for (const { id } of due) await endLevel(deps, id, now);
    if (due.length < perRound) return;
  }
}

/** Every process runs this query every second. */
const dueLevels = preparedQuery<{ now: Date }, { id: string }[]>('due_levels', (orm, { users }, value) =>
  orm
    .select({ id: users.id })
    .from(users)
    .where(
      and(lte(users.premiumUntil, sql.param(value('now'), users.premiumUntil)), eq(users.accessLevel, 'supernoek')),
    )
    .limit(perRound),
);

class EndedElsewhere extends Error {}

async function endLevel(deps: Parameters<typeof endDueLevels>[0], id: string, now: Date): Promise<void> {
  const { users } = deps.db.tables;
  try {
    await deps.db.atomic((step) => {
      step.must(
        step.orm
          .update(users)
          .set({ accessLevel: 'basic', premiumUntil: null, updatedAt: now })
          .where(and(eq(users.id, id), eq(users.accessLevel, 'supernoek'), lte(users.premiumUntil, now)))
          .returning({ id: users.id }),
        () => new EndedElsewhere(),
      );
      step.add(
        auditStatement(deps, step.orm, {
          action: 'user.level-changed',
          targetUserId: id,
          detail: { from: 'supernoek', to: 'basic', by: 'end of the period' },
        }),
      );
    });
    announceAccount(deps, id);
  } catch (error) {
    if (!(error instanceof EndedElsewhere)) throw error;
  }
}
