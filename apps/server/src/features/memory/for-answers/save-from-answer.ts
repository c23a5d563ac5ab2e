import { randomUUIDv7 } from 'node:crypto';
import { changesMemoryText, type Memory, type MemoryFields } from '@noek/contract/memory/schemas';
import { defaultMemoryCategory } from '@noek/contract/memory/texts';
import { isForeignKeyViolation, isUniqueViolation, type Step } from '@noek/db/database';
import { eq } from 'drizzle-orm';
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
type ToSave = AnswerCall & MemorySource & { fields: MemoryFields } & Corrects;

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
  { userId, projectId, key, fields: given, conversationId, messageId, app, replaces, wrong }: ToSave,
): Promise<SaveOutcome | null> {
  const { db, now } = deps;
  const { users } = db.tables;
  /** The step throws MemoryOff if the person has turned memory off, or is gone. */
  const requireOn = (step: Step) => {
    const switches = step.add(step.orm.select({ on: users.memoryEnabled }).from(users).where(eq(users.id, userId)));
    step.check(() => {
      if (!switches.rows[0]?.on) throw new MemoryOff();
    });
  };
  const correction = correctionOf(known, given.content, { ...(replaces && { replaces }), ...(wrong && { wrong }) });
  const content = correction?.content ?? given.content;
  const fields = content === given.content ? given : { ...given, content, title: titleFor(content) };
  const own = known.find((memory) => isRewordedBy(key, memory) && isReworded(memory, fields));
  const same = own ?? correction?.memory ?? nearDuplicate(known, fields);
  if (same) {
    const merged = merge(same, fields);
    if (!changesMemoryText(same, merged)) return { kind: 'known', memory: toMemory(same) };
    const after = await replaceMemory(deps, same, {
      fields: { ...merged, app },
      by: key,
      also: requireOn,
    });
    return after && { kind: own ? 'known' : 'updated', memory: toMemory(after) };
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
    id: randomUUIDv7(),
    createdAt: at,
    updatedAt: at,
  };
  const { rows: saved } = await db.atomic((step) => {
    const inserted = insertMemory(db, step, user, row);
    requireOn(step);
    step.check(() => refuseBeyondLimit(inserted.counted));
    return inserted.saved;
  });
  return { kind: 'saved', memory: toMemory(saved[0] ?? row) };
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
