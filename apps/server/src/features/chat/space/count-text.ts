import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@noek/db/database';
import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';

/** What a message, memory, project, prompt or version of a document takes besides its text, in bytes: about as much as in an archive. */
export const bytesPerRow = 300;
/** How many messages are added up at once. */
const perStep = 2_000;
const perQuery = 200;
/** Other work runs between two steps. */
const pauseMs = 2;

/** The bytes of a person's messages, documents, memories, projects and prompts, with those in the trash, added up in short steps. */
export async function countText(db: Database, userId: string): Promise<number> {
  const { conversations: c, documents: d, documentVersions: v, memories: remembered, messages: m } = db.tables;
  const { projects: p, prompts } = db.tables;
  const [memory] = await db.orm
    .select({ bytes: total(db, [remembered.title, remembered.content, remembered.category]) })
    .from(remembered)
    .where(eq(remembered.userId, userId));
  const [project] = await db.orm
    .select({ bytes: total(db, [p.name, p.instructions]) })
    .from(p)
    .where(eq(p.userId, userId));
  const [prompt] = await db.orm
    .select({ bytes: total(db, [prompts.name, prompts.text]) })
    .from(prompts)
    .where(eq(prompts.userId, userId));
  let used = Number(memory?.bytes ?? 0) + Number(project?.bytes ?? 0) + Number(prompt?.bytes ?? 0);
  let steps = 0;

  async function add(where: SQL | undefined) {
    if (steps++ > 0) await wait(pauseMs);
    const [row] = await db.orm
      .select({
        bytes: total(db, [m.content, m.steps, m.sources, m.usedMemories, m.usedInstructions, m.documents, m.reasoning]),
      })
      .from(m)
      .where(where);
    used += Number(row?.bytes ?? 0);
  }
  const rows = await db.orm.select({ id: c.id, length: c.nextOrdinal }).from(c).where(eq(c.userId, userId));
  let together: number[] = [];
  let messages = 0;
  /** The first messages of some conversations, and all their documents. */
  async function addTogether() {
    await add(and(inArray(m.conversationId, together), lt(m.ordinal, perStep)));
    const [row] = await db.orm
      .select({ bytes: total(db, [v.content]) })
      .from(d)
      .innerJoin(v, eq(v.documentId, d.id))
      .where(inArray(d.conversationId, together));
    used += Number(row?.bytes ?? 0);
    together = [];
    messages = 0;
  }
  for (const { id, length } of rows) {
    for (let from = perStep; from < length; from += perStep)
      await add(and(eq(m.conversationId, id), gte(m.ordinal, from), lt(m.ordinal, from + perStep)));
    together.push(id);
    messages += Math.min(length, perStep);
    if (messages < perStep && together.length < perQuery) continue;
    await addTogether();
  }
  if (together.length > 0) await addTogether();
  return used;
}

/** The bytes of these columns in all rows. The engines read a text's length without its pages. */
function total({ engine }: Database, columns: readonly unknown[]): SQL<number> {
  const lengths = columns.map((column) =>
    engine === 'postgres' ? sql`coalesce(octet_length(${column}::text), 0)` : sql`coalesce(octet_length(${column}), 0)`,
  );
  return sql<number>`coalesce(sum(${sql.raw(String(bytesPerRow))} + ${sql.join(lengths, sql` + `)}), 0)`;
}
