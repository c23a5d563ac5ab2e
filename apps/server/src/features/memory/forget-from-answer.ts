import { randomUUIDv7 } from 'node:crypto';
import type { Memory } from '@noek/contract/memory';
import { and, eq, isNull } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { stemsOf } from '../../stems.ts';
import { type MemoryRow, memoriesOf, toMemory, uncountMemory, versionsOf } from './memory.queries.ts';
import type { AnswerCall } from './save-from-answer.ts';

export type ForgetOutcome = { kind: 'forgotten'; memories: Memory[] } | { kind: 'off' } | { kind: 'none' };

/** How many memories one request forgets at most. */
const mostForgotten = 5;
/** Of what is to be forgotten, a memory must contain this share to be the one that is meant. */
const meantShare = 0.5;

/**
 * Forgets the memories that a text is about: those that contain all of it, otherwise the one that contains most, at least half.
 * Each can be restored for a day (undo-memory-change.ts). A repeated call has no further effect.
 */
export async function forgetFromAnswer(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, key, about }: AnswerCall & { about: string },
): Promise<ForgetOutcome> {
  const { users, memories, memoryVersions } = db.tables;
  const [user] = await db.orm.select({ on: users.memoryEnabled }).from(users).where(eq(users.id, userId));
  if (!user?.on) return { kind: 'off' };
  const earlier = await db.orm
    .select()
    .from(memoryVersions)
    .where(and(eq(memoryVersions.userId, userId), eq(memoryVersions.replacedBy, key)));
  if (earlier.length > 0)
    return { kind: 'forgotten', memories: earlier.map((row) => toMemory({ ...row, id: row.memoryId })) };

  const forgotten: Memory[] = [];
  for (const memory of meant(await memoriesOf(db, userId), about)) {
    const { id, ...said } = memory;
    const at = now();
    const [, deleted] = await db
      .atomic(
        (orm) => [
          uncountMemory(db, orm, userId),
          orm
            .delete(memories)
            .where(and(eq(memories.id, id), eq(memories.userId, userId)))
            .returning(),
          orm.delete(memoryVersions).where(and(versionsOf(db, memory), isNull(memoryVersions.forgottenAt))),
          orm.insert(memoryVersions).values({
            ...said,
            id: randomUUIDv7(),
            memoryId: id,
            replacedAt: at,
            replacedBy: key,
            forgottenAt: at,
          }),
        ],
        ([, rows]) => {
          if ((rows as unknown[]).length === 0) throw new Gone();
        },
      )
      .catch((error): [undefined, MemoryRow[]] => {
        if (error instanceof Gone) return [undefined, []];
        throw error;
      });
    if (deleted.length > 0) forgotten.push(toMemory(memory));
  }
  return forgotten.length > 0 ? { kind: 'forgotten', memories: forgotten } : { kind: 'none' };
}

/** It was deleted in the meantime. */
class Gone extends Error {}

function meant(known: readonly MemoryRow[], about: string): MemoryRow[] {
  const asked = new Set(stemsOf(about));
  if (asked.size === 0) return [];
  const ranked = known
    .map((memory) => {
      const stems = new Set(stemsOf(`${memory.title} ${memory.content}`));
      return { memory, share: [...asked].filter((stem) => stems.has(stem)).length / asked.size };
    })
    .sort((a, b) => b.share - a.share);
  const whole = ranked.filter(({ share }) => share === 1).slice(0, mostForgotten);
  const best = ranked.filter(({ share }) => share >= meantShare).slice(0, 1);
  return (whole.length > 0 ? whole : best).map(({ memory }) => memory);
}
