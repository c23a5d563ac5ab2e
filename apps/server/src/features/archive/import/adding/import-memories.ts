import { setImmediate } from 'node:timers/promises';
import type { ArchivedMemory } from '@noek/contract/archive/schemas';
import type { User } from '@noek/contract/auth/schemas';
import { memoryTextOf } from '@noek/contract/memory/memory-text';
import { eq } from 'drizzle-orm';
import { AppError } from '../../../../errors.ts';
import { toUser } from '../../../auth/auth.queries.ts';
import { insertMemory, refuseBeyondLimit } from '../../../memory/records/insert-memory.ts';
import type { MemoryRow } from '../../../memory/records/memory.queries.ts';
import { nearDuplicate } from '../../../memory/words/near-duplicate.ts';
import { JobLost } from '../../running-job.ts';
import type { Importing } from '../importing.ts';
import { newIdOf } from './new-id.ts';

/** Adds the memories that the account does not have yet and the plan has room for. */
export async function importMemories(
  importing: Importing,
  memories: readonly ArchivedMemory[],
  onStep: () => Promise<void>,
): Promise<void> {
  if (memories.length === 0) return;
  const { deps, job } = importing;
  const { db } = deps;
  const { users } = db.tables;
  const [user] = await db.orm.select().from(users).where(eq(users.id, job.row.userId));
  if (!user) throw new JobLost();
  const owned = await db.orm.select().from(db.tables.memories).where(eq(db.tables.memories.userId, user.id));
  const ids = new Set(owned.map(({ id }) => id));
  const added = await addedBefore(importing);
  const known = new Map<string | null, Pick<MemoryRow, 'title' | 'content'>[]>();
  const knownIn = (projectId: string | null) => {
    const found = known.get(projectId) ?? owned.filter((memory) => memory.projectId === projectId);
    known.set(projectId, found);
    return found;
  };
  for (const memory of memories) {
    await setImmediate();
    await onStep();
    const place = memory.projectId === null ? null : importing.projects.get(memory.projectId);
    // A memory of a project that could not be imported must not become one that all chats use.
    if (place === undefined) {
      await importing.write(() => {}, { memoriesBeyondLimit: 1 });
      continue;
    }
    const row = rowOf(importing, memory, place?.id ?? null);
    if (added.has(row.id)) continue;
    // The person may have changed it since an earlier import.
    if (ids.has(row.id) || nearDuplicate(knownIn(row.projectId), memory))
      await importing.write(() => {}, { memoriesKnown: 1 });
    else if (await add(importing, toUser(user, deps.now()), row)) knownIn(row.projectId).push(memory);
    else await importing.write(() => {}, { memoriesBeyondLimit: 1 });
  }
}

/** What an earlier attempt of this import has added. */
async function addedBefore({ deps: { db }, job }: Importing): Promise<ReadonlySet<string>> {
  const { importedMemories: added } = db.tables;
  const rows = await db.orm.select({ id: added.memoryId }).from(added).where(eq(added.jobId, job.row.id));
  return new Set(rows.map(({ id }) => id));
}

/** Adds a memory. Resolves to false if the plan has no room for it. */
async function add({ deps, job, write }: Importing, user: User, row: MemoryRow): Promise<boolean> {
  try {
    const { importedMemories } = deps.db.tables;
    await write(
      (step) => {
        const { counted } = insertMemory(deps.db, step, user, row);
        step.check(() => refuseBeyondLimit(counted));
        step.add(step.orm.insert(importedMemories).values({ jobId: job.row.id, memoryId: row.id }));
      },
      { memoriesAdded: 1 },
    );
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONFLICT') return false;
    throw error;
  }
}

/** The source of a memory is its imported conversation, if there is one. Whether the person wrote it themselves is unknown. */
function rowOf({ deps, job, places }: Importing, memory: ArchivedMemory, projectId: string | null): MemoryRow {
  const now = deps.now();
  const place = memory.conversationId === null ? undefined : places.get(memory.conversationId);
  const dateOf = (iso: string) => new Date(Math.min(Date.parse(iso), now.getTime()));
  return {
    id: newIdOf(job.row.userId, 'memory', memory.id),
    userId: job.row.userId,
    ...memoryTextOf(memory),
    conversationId: place?.conversationId ?? null,
    messageId: place && memory.messageId !== null ? place.messageIdOf(memory.messageId) : null,
    projectId,
    savedBy: null,
    app: memory.app,
    createdAt: dateOf(memory.createdAt),
    updatedAt: now,
  };
}
