import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import { isOurs } from '../rules/subscription.queries.ts';
import { readAgainFrom, reconciledForMs } from '../sync/reconciled-for.ts';
import { type SyncDeps, syncSubscription } from '../sync/sync-subscription.ts';

const perPage = 100;
/** When the service fails for this many people in a row, the others wait for the next round. */
const maxFailures = 5;

type Due = { userId: string; reconciledAt: Date | null };

/**
 * Reads the subscriptions of everyone whose last read is a day old, in case events were lost. Differences are corrected and audited.
 * Several processes may run it: each person is claimed first, for an hour. So someone whose read fails, or whose process dies, is read again
 * after an hour.
 */
export async function reconcile(deps: SyncDeps): Promise<void> {
  let failures = 0;
  for (let page = await due(deps); page.length > 0; page = await due(deps))
    for (const customer of page) {
      if (!(await claim(deps, customer))) continue;
      try {
        await syncSubscription(deps, customer.userId, { by: 'reconcile' });
        failures = 0;
      } catch (error) {
        deps.log.warn({ err: error }, 'a subscription could not be read again');
        failures += 1;
        if (failures >= maxFailures) return;
      }
    }
}

/** The next people, those first whose last read is the oldest. */
export async function due({ db, now, payments }: SyncDeps): Promise<Due[]> {
  const providers = (['sandbox', 'stripe'] as const).filter((provider) => isOurs({ provider }, payments));
  if (providers.length === 0) return [];
  const { paymentCustomers: c } = db.tables;
  return db.orm
    .select({ userId: c.userId, reconciledAt: c.reconciledAt })
    .from(c)
    .where(and(lt(c.reconciledAt, new Date(now().getTime() - reconciledForMs)), inArray(c.provider, providers)))
    .orderBy(asc(c.reconciledAt))
    .limit(perPage);
}

/** False if another process has just taken this person. */
async function claim({ db, now }: SyncDeps, { userId, reconciledAt }: Due): Promise<boolean> {
  const { paymentCustomers: c } = db.tables;
  const claimed = await db.write((orm) =>
    orm
      .update(c)
      .set({ reconciledAt: readAgainFrom(now()) })
      .where(and(eq(c.userId, userId), reconciledAt ? eq(c.reconciledAt, reconciledAt) : undefined))
      .returning({ userId: c.userId }),
  );
  return claimed.length > 0;
}
