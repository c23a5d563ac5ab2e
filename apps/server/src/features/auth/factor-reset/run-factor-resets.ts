import { and, asc, eq, lte } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { announceMail, mailStatement } from '../../outbox/enqueue-mail.ts';
import { provenEmail, type UserRow } from '../auth.queries.ts';
import { removeFactor } from '../second-factor/remove-factor.ts';
import { securityChangeMail } from '../security.mails.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { factorResetMs, mailPendingReset } from './factor-reset.ts';

type ResetDeps = Pick<Deps, 'db' | 'now' | 'config'>;

const dayMs = 24 * 60 * 60_000;
const mostAtOnce = 200;

/** The step was done by another process, or the owner has stopped the removal. */
class NotDue extends Error {}

/**
 * Does what is due for second factors whose owners lost them: the mail of each day, and after 72 hours the removal. Any number of processes
 * may run it at once: each step is done by one of them.
 */
export async function runFactorResets(deps: ResetDeps): Promise<void> {
  const { authenticators: a, users } = deps.db.tables;
  const due = await deps.db.orm
    .select({ askedAt: a.resetAskedAt, nextAt: a.resetNextAt, user: users })
    .from(a)
    .innerJoin(users, eq(users.id, a.userId))
    .where(lte(a.resetNextAt, deps.now()))
    .orderBy(asc(a.resetNextAt))
    .limit(mostAtOnce);
  for (const { askedAt, nextAt, user } of due) {
    if (!askedAt || !nextAt) continue;
    const step = { user, nextAt, leftMs: askedAt.getTime() + factorResetMs - deps.now().getTime() };
    await takeStep(deps, step).catch((error: unknown) => {
      if (!(error instanceof NotDue)) throw error;
    });
  }
  if (due.length > 0) announceMail(deps);
}

async function takeStep(deps: ResetDeps, { user, nextAt, leftMs }: { user: UserRow; nextAt: Date; leftMs: number }) {
  const { authenticators: a } = deps.db.tables;
  await deps.db.atomic((step) => {
    step.must(
      step.orm
        .update(a)
        .set({ resetNextAt: new Date(deps.now().getTime() + Math.min(dayMs, Math.max(leftMs, 0))) })
        .where(and(eq(a.userId, user.id), eq(a.resetNextAt, nextAt)))
        .returning({ userId: a.userId }),
      () => new NotDue(),
    );
    if (leftMs > 0) {
      mailPendingReset(deps, step, user, leftMs);
    } else {
      removeFactor(deps, step, user.id);
      step.add(securityEvent(deps, step.orm, { userId: user.id, kind: 'factor-reset-done' }));
      step.add(
        mailStatement(deps, step.orm, {
          kind: 'factor-reset-done',
          to: provenEmail(user),
          userId: user.id,
          ...securityChangeMail(deps.config, { name: user.name, change: 'factor-reset-done' }),
        }),
      );
    }
  });
}
