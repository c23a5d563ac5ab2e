import { createHmac } from 'node:crypto';
import { backOff } from '@noek/db/back-off';
import type { Database } from '@noek/db/database';
import { and, asc, eq, lte } from 'drizzle-orm';
import type { Receiver, SandboxLog } from './sandbox.ts';

const firstWaitMs = 60_000;
const maxWaitMs = 60 * 60 * 1_000;
/** After this many failures an event is given up, about three days after it happened. */
const maxAttempts = 77;
/** How many events one run delivers at most. */
const maxPerRun = 1_000;

/** Signs a delivery as Stripe does: https://docs.stripe.com/webhooks#verify-manually */
function signatureOf(raw: string, secret: string, now: Date): string {
  const timestamp = Math.floor(now.getTime() / 1_000);
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${raw}`).digest('hex')}`;
}

/**
 * Delivers the events that are due, the oldest first, each at least once. A failed one is tried again after 1, 2, 4 … minutes, at most 60.
 * Resolves when no event is due.
 */
export async function deliverEvents(
  { db, log, now }: { db: Database; log: SandboxLog; now: () => Date },
  secret: string,
  receive: Receiver,
): Promise<void> {
  const { sandboxEvents: t } = db.tables;
  for (let delivered = 0; delivered < maxPerRun; delivered++) {
    const [next] = await db.orm
      .select()
      .from(t)
      .where(lte(t.nextAttemptAt, now()))
      .orderBy(asc(t.createdAt), asc(t.id))
      .limit(1);
    if (!next) return;
    const wait = backOff(next.attempts + 1, firstWaitMs, maxWaitMs);
    const [claimed] = await db.write((orm) =>
      orm
        .update(t)
        .set({ attempts: next.attempts + 1, nextAttemptAt: new Date(now().getTime() + wait) })
        .where(and(eq(t.id, next.id), eq(t.attempts, next.attempts)))
        .returning({ id: t.id }),
    );
    if (!claimed) continue;
    const raw = JSON.stringify(next.data);
    try {
      await receive(raw, signatureOf(raw, secret, now()));
    } catch (error) {
      log.warn({ err: error, event: next.id }, 'an event of the payment sandbox could not be delivered');
      if (next.attempts + 1 < maxAttempts) continue;
    }
    await db.write((orm) => orm.delete(t).where(eq(t.id, next.id)));
  }
}
