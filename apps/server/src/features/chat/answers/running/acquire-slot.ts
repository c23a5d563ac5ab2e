import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../../deps.ts';
import type { answerQueue, QueueEntry } from './answer-queue.ts';
import type { RunningAnswer } from './running-answer.ts';

/**
 * Waits for a slot in the queue. Meanwhile its followers are told that it waits; in other processes, they learn it from its generation.
 * Resolves to the function that releases the slot, which must always be called. No model may be called before.
 */
export async function acquireSlot(
  deps: Pick<Deps, 'db' | 'bootId' | 'now' | 'log'>,
  queue: ReturnType<typeof answerQueue>,
  answer: RunningAnswer,
  entry: QueueEntry,
): Promise<() => void> {
  const { signal } = answer.abort;
  let stored: Promise<void> | undefined;
  const leave = await queue.enter(entry, signal, () => {
    answer.text.events.setWaiting(true);
    stored = storeWaiting(deps, answer.id, deps.now());
  });
  if (!stored) return leave;
  await stored;
  if (!signal.aborted) await storeWaiting(deps, answer.id, null);
  answer.text.events.setWaiting(false);
  return leave;
}

/** If this fails, followers in other processes do not see that the answer waits. Nothing else depends on it. */
async function storeWaiting(
  { db, bootId, log }: Parameters<typeof acquireSlot>[0],
  id: string,
  since: Date | null,
): Promise<void> {
  const { generations: g } = db.tables;
  try {
    await db.write((orm) =>
      orm
        .update(g)
        .set({ waitingSince: since })
        .where(and(eq(g.messageId, id), eq(g.bootId, bootId))),
    );
    if (db.engine === 'postgres') db.notify(`answers:${id}`);
  } catch (error) {
    log.warn({ err: error, answer: id }, 'could not store whether an answer is waiting');
  }
}
