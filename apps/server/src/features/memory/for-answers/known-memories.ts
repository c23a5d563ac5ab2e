import type { Memory } from '@noek/contract/memory/schemas';
import type { Database } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import { and, type Column, count, desc, eq, max, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { estimateTokens } from '../../../text/estimate-tokens.ts';
import { stemsOf } from '../../../text/stems.ts';
import type { MemoryScope } from '../records/memory.queries.ts';

type Said = Pick<Memory, 'id' | 'title' | 'content' | 'category' | 'importance'> & { updatedAt: Date };

/** A memory with the words that find it, and its line in a prompt. */
export type KnownMemory = Said & { stems: ReadonlySet<string>; line: string; tokens: number };

/** The newest memories that are looked at. Only administrators can have more. */
const mostRead = 1_000;
/** How much a process keeps prepared, in characters: each takes about 5 bytes, of short memories 13. */
const mostKept = 5_000_000;

type Kept = { version: string; memories: readonly KnownMemory[]; size: number };

/** The prepared memories of the people who wrote last, and of their projects. */
const keptBy = new WeakMap<Database, LRUCache<string, Kept>>();

/**
 * A person's memories, or those of one of their projects, newest first; none while memory is off. Every answer needs them and they rarely
 * change, so this process keeps them prepared. One query tells whether they are still the same, in this and in every other process.
 */
export async function knownMemories(db: Database, scope: MemoryScope): Promise<readonly KnownMemory[]> {
  const { userId, projectId } = scope;
  const key = projectId === null ? userId : `${userId} ${projectId}`;
  const kept = keptBy.get(db) ?? new LRUCache({ maxSize: mostKept, sizeCalculation: ({ size }) => size });
  keptBy.set(db, kept);
  const [current] = await versionOf[db.engine].run(db, { userId, projectId });
  const count = Number(current?.count ?? 0);
  if (!current || count === 0) {
    kept.delete(key);
    return [];
  }
  const version = [count, current.changes, current.newest].join(' ');
  const before = kept.get(key);
  const memories =
    before?.version === version
      ? before.memories
      : (await readable.run(db, { userId, projectId, limit: mostRead })).map(prepare);
  // A different number belongs to another version: memory may have been turned off in between.
  if (memories.length === Math.min(count, mostRead))
    kept.set(key, { version, memories, size: memories.reduce((sum, { line }) => sum + line.length, 0) });
  return memories;
}

function prepare(said: Said): KnownMemory {
  const line = memoryLine(said);
  return { ...said, stems: new Set(stemsOf(line)), line, tokens: estimateTokens(line) };
}

/** A memory as one line of a prompt. */
export const memoryLine = ({ title, content, category }: Pick<Memory, 'title' | 'content' | 'category'>): string =>
  `- ${title} (${category}): ${content}`.replace(/\s+/g, ' ');

/** Whether a column has this value, which may be null. */
const isSame = (column: Column, value: Placeholder): SQL => sql`${column} is not distinct from ${value}`;

type Version = { count: number; changes: unknown; newest: string | null };

/** A version that differs after every change, because a change of a memory always moves its time forward. */
const versionFor = (engine: Database['engine'], milliseconds: (column: SQL) => SQL) =>
  preparedQuery<MemoryScope, Version[]>(`memories_version_${engine}`, (orm, { memories: m, users: u }, value) =>
    orm
      .select({
        count: count(m.id),
        changes: sql<unknown>`sum(${milliseconds(sql`${m.updatedAt}`)})`,
        newest: max(m.id),
      })
      .from(m)
      .innerJoin(u, eq(u.id, m.userId))
      .where(and(eq(m.userId, value('userId')), isSame(m.projectId, value('projectId')), eq(u.memoryEnabled, true))),
  );

const versionOf = {
  sqlite: versionFor('sqlite', (column) => column),
  postgres: versionFor('postgres', (column) => sql`extract(epoch from ${column})`),
};

const readable = preparedQuery<MemoryScope & { limit: number }, Said[]>(
  'memories_known',
  (orm, { memories: m, users: u }, value) =>
    orm
      .select({
        id: m.id,
        title: m.title,
        content: m.content,
        category: m.category,
        importance: m.importance,
        updatedAt: m.updatedAt,
      })
      .from(m)
      .innerJoin(u, eq(u.id, m.userId))
      .where(and(eq(m.userId, value('userId')), isSame(m.projectId, value('projectId')), eq(u.memoryEnabled, true)))
      .orderBy(desc(m.createdAt), desc(m.id))
      .limit(value('limit')),
);
