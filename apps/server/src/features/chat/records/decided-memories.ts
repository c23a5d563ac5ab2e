import type { MemoryText } from '@noek/contract/memory/memory-text';
import type { Database } from '@noek/db/database';
import { and, eq, or, sql } from 'drizzle-orm';

/**
 * The memories about which the person decided when answers of this conversation asked whether to keep them. One that was kept and is no longer
 * there was deleted since.
 */
export async function decidedMemories({ orm, tables }: Database, conversationId: number): Promise<MemoryText[]> {
  const { messages: m } = tables;
  const steps = sql`cast(${m.steps} as text)`;
  const rows = await orm
    .select({ steps: m.steps })
    .from(m)
    .where(
      and(eq(m.conversationId, conversationId), or(sql`${steps} like '%"declined"%'`, sql`${steps} like '%"kept"%'`)),
    );
  return rows.flatMap(({ steps: all }) =>
    (all ?? []).flatMap(({ keep }) => (keep && keep.state !== 'open' ? [keep.memory] : [])),
  );
}
