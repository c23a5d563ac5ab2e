import { and, eq, lt } from 'drizzle-orm';
import type { BackgroundWork } from '../../../background-work.ts';
import { type SyncDeps, syncSubscription } from './sync-subscription.ts';

/** How old the last read must be, in milliseconds. */
const maxAgeMs = 15_000;

/**
 * Reads a subscription that waits for its payment from the service again, in the background: it may be paid although no event said so yet,
 * for instance because the server was down. Called when a person looks at their plan; open pages are told what it finds. However many pages
 * look, the service is asked at most every 15 seconds.
 */
export function recheck(deps: SyncDeps & { background: BackgroundWork }, userId: string): void {
  deps.background.run('a subscription that waits for its payment could not be read again', async () => {
    if (await claim(deps, userId)) await syncSubscription(deps, userId, { by: 'reconcile' });
  });
}

/** False if it was read only a moment ago, or belongs to another payment service. */
async function claim({ db, now, payments }: SyncDeps, userId: string): Promise<boolean> {
  const { provider } = payments;
  if (provider === 'none') return false;
  const { paymentCustomers: c } = db.tables;
  const claimed = await db.write((orm) =>
    orm
      .update(c)
      .set({ reconciledAt: now() })
      .where(
        and(eq(c.userId, userId), eq(c.provider, provider), lt(c.reconciledAt, new Date(now().getTime() - maxAgeMs))),
      )
      .returning({ userId: c.userId }),
  );
  return claimed.length > 0;
}
