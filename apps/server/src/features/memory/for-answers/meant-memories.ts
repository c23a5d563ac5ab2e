import { mostToForget } from '@noek/contract/chat/limits';
import type { Memory } from '@noek/contract/memory/schemas';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { stemsOf } from '../../../text/stems.ts';
import { type MemoryRow, type MemoryScope, memoriesOf, toMemory } from '../records/memory.queries.ts';

/** What a person asks to have forgotten, in their words; `everything`: all that is remembered about them. */
export type ToForget = { about: readonly string[]; everything: boolean };

export type MeantOutcome = { kind: 'meant'; memories: Memory[] } | { kind: 'off' } | { kind: 'none' };

/** The share of a request's words that a memory must contain to be one that may be meant. */
const meantShare = 0.5;

/**
 * The memories that a request to forget is about, newest first. A text means the memories that contain all of it, or, if there are none,
 * those that contain most of it, at least half. Changes nothing.
 */
export async function meantMemories(
  { db }: Pick<Deps, 'db'>,
  scope: MemoryScope,
  { about, everything }: ToForget,
): Promise<MeantOutcome> {
  const { users } = db.tables;
  const [user] = await db.orm.select({ on: users.memoryEnabled }).from(users).where(eq(users.id, scope.userId));
  if (!user?.on) return { kind: 'off' };
  const known = await memoriesOf(db, scope);
  const ids = new Set(everything ? known.map(({ id }) => id) : about.flatMap((text) => meant(known, text)));
  const memories = known
    .filter(({ id }) => ids.has(id))
    .slice(0, mostToForget)
    .map(toMemory);
  return memories.length > 0 ? { kind: 'meant', memories } : { kind: 'none' };
}

function meant(known: readonly MemoryRow[], about: string): string[] {
  const asked = new Set(stemsOf(about));
  if (asked.size === 0) return [];
  const shares = known.map(({ id, title, content }) => {
    const stems = new Set(stemsOf(`${title} ${content}`));
    return { id, share: [...asked].filter((stem) => stems.has(stem)).length / asked.size };
  });
  const most = Math.max(0, ...shares.map(({ share }) => share));
  return most < meantShare ? [] : shares.filter(({ share }) => share === most).map(({ id }) => id);
}
