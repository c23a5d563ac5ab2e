import { answersAtOnce } from '@noek/contract/limits';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Owner } from '../owner.ts';
import type { answerQueue, LineOf } from './answer-queue.ts';
import type { RunningAnswer } from './running-answer.ts';

/** The line of an owner's answers. */
export const lineOf = ({ key, kind }: Owner, premium: boolean): LineOf => ({
  key,
  atOnce: answersAtOnce[kind],
  premium,
});

/**
 * Waits for the answer's turn and says so meanwhile: to its followers, and in its generation for those of other processes.
 * Resolves to the function that frees the place; call it in any case. No model may be asked before.
 */
export async function takeTurn(
  deps: Pick<Deps, 'db' | 'bootId' | 'now' | 'log'>,
  queue: ReturnType<typeof answerQueue>,
  answer: RunningAnswer,
  line: LineOf,
): Promise<() => void> {
  const { signal } = answer.abort;
  let noted: Promise<void> | undefined;
  const leave = await queue.enter(line, signal, () => {
    answer.wait(true);
    noted = note(deps, answer.id, deps.now());
  });
  if (!noted) return leave;
  await noted;
  if (!signal.aborted) await note(deps, answer.id, null);
  answer.wait(false);
  return leave;
}

/** What cannot be noted is only not seen by other processes. */
async function note(
  { db, bootId, log }: Parameters<typeof takeTurn>[0],
  id: string,
  since: Date | null,
): Promise<void> {
  const { generations: g } = db.tables;
  try {
    await db.orm
      .update(g)
      .set({ waitingSince: since })
      .where(and(eq(g.messageId, id), eq(g.bootId, bootId)));
    if (db.engine === 'postgres') db.notify(`answers:${id}`);
  } catch (error) {
    log.warn({ err: error, answer: id }, 'it could not be noted whether an answer waits');
  }
}
