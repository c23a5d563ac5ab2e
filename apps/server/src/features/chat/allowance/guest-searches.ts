import { guestSearchLimit } from '@noek/contract/chat/limits';
import { guestWindowMs } from '@noek/contract/subscription/plans';
import { isConstraintViolation } from '@noek/db/database';
import { eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Owner } from '../records/owner.ts';
import { refundCharges } from './allowance.ts';
import { readSubject, takeOneOfEach, used } from './rolling-windows.ts';

const idOf = (n: number, messageId: string) => `search:${n}:${messageId}`;

class NothingLeft extends Error {}

/**
 * Takes one of a guest's searches for an answer and resolves to whether there was one. All searches of one answer count as one, also those
 * that a dead process has begun. They count for the guest and for the browser that sent the message, which keeps what its earlier guests
 * used.
 */
export async function takeGuestSearch(
  { db, now: clock }: Pick<Deps, 'db' | 'now'>,
  { owner, messageId }: { owner: Owner; messageId: string },
): Promise<boolean> {
  const now = clock();
  const { allowanceLedger: ledger } = db.tables;
  const isTaken = async () =>
    (
      await db.orm
        .select({ id: ledger.id })
        .from(ledger)
        .where(eq(ledger.id, idOf(0, messageId)))
    ).length > 0;
  if (await isTaken()) return true;

  const windows = [{ limit: guestSearchLimit, windowMs: guestWindowMs }];
  const keys = [owner.key, ...(await browsersOf(db, messageId))].map((key) => `search:${key}`);
  const states = await Promise.all(keys.map((key) => readSubject(db, { key, windows }, now)));
  if (states.some((state) => used(state).some(({ left }) => left <= 0))) return false;
  const ids = keys.map((_, n) => idOf(n, messageId));
  try {
    await db.atomic((step) => {
      const taken = takeOneOfEach(db, step, states, ids, now);
      step.check(() => {
        if (taken.rows.length < states.length) throw new NothingLeft();
      });
    });
    return true;
  } catch (error) {
    if (error instanceof NothingLeft) return false;
    // Another search of the same answer was faster.
    if (isConstraintViolation(error)) return await isTaken();
    throw error;
  }
}

/** Refunds the search that an answer took, because it failed. Does nothing if none was taken or it was already refunded. */
export async function giveBackGuestSearch(deps: Pick<Deps, 'db' | 'now'>, { messageId }: { messageId: string }) {
  const ids = [0, 1].map((n) => idOf(n, messageId));
  await deps.db.atomic((step) => refundCharges(deps, step, ids));
}

/** The browser accounts that the answer's message was charged to. */
async function browsersOf(db: Deps['db'], messageId: string): Promise<string[]> {
  const { generations, allowanceLedger: ledger } = db.tables;
  const [generation] = await db.orm
    .select({ chargeIds: generations.chargeIds })
    .from(generations)
    .where(eq(generations.messageId, messageId));
  if (!generation || generation.chargeIds.length === 0) return [];
  const rows = await db.orm
    .select({ subject: ledger.subject })
    .from(ledger)
    .where(inArray(ledger.id, generation.chargeIds));
  return rows.map(({ subject }) => subject).filter((subject) => subject.startsWith('browser:'));
}
