import type { KeepProposal } from '@noek/contract/chat/answers';
import { changesMemoryText, memoryTextOf } from '@noek/contract/memory/memory-text';
import type { Memory, MemoryFields } from '@noek/contract/memory/schemas';
import { defaultMemoryCategory } from '@noek/contract/memory/texts';
import { isForeignKeyViolation, isUniqueViolation, type Orm, type Step } from '@noek/db/database';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { stemsOf } from '../../../text/stems.ts';
import { levelAt } from '../../auth/auth.queries.ts';
import { insertMemory, type MemorySource, refuseBeyondLimit } from '../records/insert-memory.ts';
import { type MemoryRow, type MemoryScope, memoriesOf, toMemory } from '../records/memory.queries.ts';
import { replaceMemory } from '../records/replace-memory.ts';
import { type Corrects, correctionOf } from '../words/corrections.ts';
import { titleFor } from '../words/memory-title.ts';
import { likeness, nearDuplicate } from '../words/near-duplicate.ts';

/** A tool call of an answer. `key` is the same when it is repeated after a crash: "answer id:number". */
export type AnswerCall = MemoryScope & { key: string };

export type SaveOutcome =
  | { kind: 'saved' | 'updated' | 'known'; memory: Memory }
  | { kind: 'off' }
  | { kind: 'full'; message: string };

/** The part of a call's key that names the answer. */
export const answerOf = (key: string): string => key.slice(0, key.lastIndexOf(':'));

/** The prefix of the key part that names a request of the person. The calls of a model have numbers instead. */
export const requestKey = 'own';

/** Two memories saved by the same answer are the same fact if they agree this much, because people and models word it differently. */
const sameAnswerAbove = 0.5;
const maxTries = 20;

/** What is to be saved, and what it corrects. */
type ToPropose = AnswerCall & { fields: MemoryFields } & Corrects;
type ToSave = ToPropose &
  MemorySource & {
    /** A statement of the same step, which must return a row: otherwise nothing is saved, and Unclaimed is thrown. */
    claim?: (orm: Orm, saved: SaveOutcome) => PromiseLike<unknown[]>;
  };

/** The statement that permits a memory returned no row: another decision was made meanwhile. */
export class Unclaimed extends Error {}

/** What would be saved, as the person is asked about it. Changes nothing. */
export async function proposeMemory(
  { db }: Pick<Deps, 'db'>,
  call: ToPropose,
): Promise<(KeepQuestion & { kind: 'asked' }) | { kind: 'known'; memory: Memory } | { kind: 'off' }> {
  const [user] = await db.orm.select().from(db.tables.users).where(eq(db.tables.users.id, call.userId));
  if (!user?.memoryEnabled) return { kind: 'off' };
  const { fields, same, merged } = placeOf(await memoriesOf(db, call), call);
  if (!same) return { kind: 'asked', memory: memoryTextOf(fields), replaces: null };
  if (!changesMemoryText(same, merged)) return { kind: 'known', memory: toMemory(same) };
  return { kind: 'asked', memory: memoryTextOf({ ...same, ...merged }), replaces: same.content };
}

type KeepQuestion = Omit<KeepProposal, 'state'>;

/** Where a text belongs among the memories: its fields, and the memory that it updates with what that says then. */
function placeOf(known: readonly MemoryRow[], { key, fields: given, replaces, wrong }: ToPropose) {
  const correction = correctionOf(known, given.content, { ...(replaces && { replaces }), ...(wrong && { wrong }) });
  const content = correction?.content ?? given.content;
  const fields = content === given.content ? given : { ...given, content, title: titleFor(content) };
  const own = known.find((memory) => isRewordedBy(key, memory) && isReworded(memory, fields));
  const same = own ?? correction?.memory ?? nearDuplicate(known, fields);
  return { fields, isReworded: own !== undefined, same, merged: same ? merge(same, fields) : {} };
}

/**
 * Saves what an answer is to remember about a person. A near-duplicate and what it corrects are updated instead of added, and what is known
 * already stays as it is. A repeated call has no further effect. The person's switch and the limit of their plan are checked in the same
 * step as the write.
 */
export async function saveFromAnswer(deps: Pick<Deps, 'db' | 'now'>, call: ToSave): Promise<SaveOutcome> {
  const { db } = deps;
  for (let tries = 1; tries <= maxTries; tries++) {
    const [user] = await db.orm.select().from(db.tables.users).where(eq(db.tables.users.id, call.userId));
    if (!user?.memoryEnabled) return { kind: 'off' };
    const known = await memoriesOf(db, call);
    const earlier = known.find(({ savedBy }) => savedBy === call.key) ?? (await changedBy(deps, call, known));
    if (earlier) return { kind: 'saved', memory: toMemory(earlier) };
    try {
      const outcome = await write(deps, { accessLevel: levelAt(user, deps.now()) }, known, call);
      if (outcome) return outcome;
    } catch (error) {
      if (error instanceof MemoryOff) return { kind: 'off' };
      if (error instanceof AppError && error.code === 'CONFLICT') return { kind: 'full', message: error.message };
      // The project was deleted permanently.
      if (isForeignKeyViolation(error) && call.projectId !== null) return { kind: 'off' };
      // The same call ran at the same time.
      if (!isUniqueViolation(error)) throw error;
    }
  }
  throw new Error('A memory could not be saved, because memories kept changing.');
}

/** The memory that an earlier run of the same call changed. */
async function changedBy(
  { db }: Pick<Deps, 'db'>,
  { key }: AnswerCall,
  known: readonly MemoryRow[],
): Promise<MemoryRow | undefined> {
  const { memoryVersions: v } = db.tables;
  const [version] = await db.orm.select({ memoryId: v.memoryId }).from(v).where(eq(v.replacedBy, key));
  return version && known.find(({ id }) => id === version.memoryId);
}

/** Writes it; null if the memory to update was changed in the meantime. */
async function write(
  deps: Pick<Deps, 'db' | 'now'>,
  user: Pick<Deps['db']['tables']['users']['$inferSelect'], 'accessLevel'>,
  known: readonly MemoryRow[],
  call: ToSave,
): Promise<SaveOutcome | null> {
  const { userId, projectId, key, conversationId, messageId, app, claim } = call;
  const { db, now } = deps;
  const { users } = db.tables;
  const { fields, isReworded: isRewording, same, merged } = placeOf(known, call);
  /** The step throws MemoryOff if the person has turned memory off, or is gone, and Unclaimed if `claim` has no row. */
  const permit = (step: Step, saved: SaveOutcome) => {
    const switches = step.add(step.orm.select({ on: users.memoryEnabled }).from(users).where(eq(users.id, userId)));
    step.check(() => {
      if (!switches.rows[0]?.on) throw new MemoryOff();
    });
    if (claim) step.must(claim(step.orm, saved), () => new Unclaimed());
  };
  if (same) {
    const isKnown = !changesMemoryText(same, merged);
    const outcome: SaveOutcome = { kind: isKnown || isRewording ? 'known' : 'updated', memory: toMemory(same) };
    if (isKnown) {
      if (claim) await db.atomic((step) => permit(step, outcome));
      return outcome;
    }
    const after = await replaceMemory(deps, same, {
      fields: { ...merged, app },
      by: key,
      also: (step) => permit(step, outcome),
    });
    return after && { ...outcome, memory: toMemory(after) };
  }
  const at = now();
  const row = {
    ...fields,
    conversationId,
    messageId,
    userId,
    projectId,
    savedBy: key,
    app,
    id: uuidv7(),
    createdAt: at,
    updatedAt: at,
  };
  const outcome: SaveOutcome = { kind: 'saved', memory: toMemory(row) };
  await db.atomic((step) => {
    const inserted = insertMemory(db, step, user, row);
    permit(step, outcome);
    step.check(() => refuseBeyondLimit(inserted.counted));
  });
  return outcome;
}

class MemoryOff extends Error {}

/** Whether one of them comes from a call of the model and the other from the person's request, in the same answer. */
const isRewordedBy = (key: string, { savedBy }: MemoryRow): boolean =>
  savedBy !== null && answerOf(savedBy) === answerOf(key) && isRequest(savedBy) !== isRequest(key);
const isRequest = (key: string): boolean => key.startsWith(requestKey, answerOf(key).length + 1);

const isReworded = (memory: MemoryRow, { content }: MemoryFields): boolean =>
  likeness(new Set(stemsOf(memory.content)), new Set(stemsOf(content))) > sameAnswerAbove;

const ranks = { low: 0, normal: 1, high: 2 };

/**
 * The newer wording. The default category does not replace another one, and importance only grows: the person can lower it. An answer
 * knows no other fields, so they stay as the person wrote them.
 */
const merge = (before: MemoryRow, { title, content, category, importance }: MemoryFields): Partial<MemoryFields> => ({
  title,
  content,
  category: category === defaultMemoryCategory ? before.category : category,
  importance: ranks[importance] > ranks[before.importance] ? importance : before.importance,
});
