import { and, lt, ne } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';

/** How long the text of a source that is no longer configured is kept, in case it is configured again. */
const keepMs = 7 * 24 * 60 * 60_000;

/** Forgets documents and folders that are no longer configured. */
export async function purgeKnowledge({
  db,
  now,
  knowledgeSource,
}: Pick<Deps, 'db' | 'now' | 'knowledgeSource'>): Promise<void> {
  const { knowledgeSources: s } = db.tables;
  const old = lt(s.nextCheckAt, new Date(now().getTime() - keepMs));
  await db.write((orm) => orm.delete(s).where(and(knowledgeSource ? ne(s.key, knowledgeSource.key) : undefined, old)));
}
