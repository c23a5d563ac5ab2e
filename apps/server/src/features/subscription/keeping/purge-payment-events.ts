import { lt } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';

/** The payment service delivers an event again for three days at most. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Deletes the ids of deliveries that will not come again. */
export async function purgePaymentEvents({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { paymentEvents } = db.tables;
  await db.write((orm) =>
    orm.delete(paymentEvents).where(lt(paymentEvents.receivedAt, new Date(now().getTime() - keptMs))),
  );
}
