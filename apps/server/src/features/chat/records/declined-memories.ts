import type { MemoryText } from '@noek/contract/memory/memory-text';
import type { Database } from '@noek/db/database';
import { and, eq, sql } from 'drizzle-orm';

/** The memories that the person did not want to keep when answers of this conversation asked about them. */
export async function declinedIn({ orm, tables }: Database, conversationId: number): Promise<MemoryText[]> {
  const { messages: m } = tables;
  const rows = await orm
    .select({ steps: m.steps })
    .from(m)
    .where(and(eq(m.conversationId, conversationId), sql`cast(${m.steps} as text) like '%"declined"%'`));
  return rows.flatMap(({ steps }) =>
    (steps ?? []).flatMap(({ keep }) => (keep?.state === 'declined' ? [keep.memory] : [])),
  );
}
