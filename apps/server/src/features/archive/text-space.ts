import { setImmediate } from 'node:timers/promises';
import type { TextSpace } from '@noek/contract/archive/schemas';
import type { User } from '@noek/contract/auth/schemas';
import { textSpaces } from '@noek/contract/subscription/plans';
import type { Database } from '@noek/db/database';
import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { conversationPaths, memoriesPath } from './import/archive-content.ts';
import { ArchiveProblem } from './zip/archive-problem.ts';
import type { ZipReader } from './zip/read-zip.ts';

/** What a message or memory takes besides its text, in bytes: about as much as in an archive. */
const perRow = 300;
/** How many messages are added up at once. */
const perStep = 2_000;
const perQuery = 200;
const MB = 1024 * 1024;

/** How much text the caller's account stores, and how much it may, in bytes. Throws UNAUTHORIZED. */
export async function readTextSpace(ctx: Ctx): Promise<TextSpace> {
  const { user } = requireSession(ctx);
  return { bytesUsed: await textUsed(ctx.db, user.id), bytesLimit: textSpaces[user.accessLevel] };
}

/** Throws ArchiveProblem if an archive unpacks to more than a person has left. No file of it can be longer than it says. */
export async function refuseBeyondSpace(
  db: Database,
  user: Pick<User, 'id' | 'accessLevel'>,
  zip: ZipReader,
): Promise<void> {
  const limit = textSpaces[user.accessLevel];
  const sizes = [...conversationPaths(zip), memoriesPath].map((path) => zip.entries.get(path)?.uncompressedSize ?? 0);
  const unpacked = sizes.reduce((sum, size) => sum + size, 0);
  if (unpacked <= limit && unpacked <= limit - (await textUsed(db, user.id))) return;
  const advice =
    user.accessLevel === 'basic' ? 'delete chats for ever, or upgrade to SuperNoek' : 'delete chats for ever';
  throw new NoSpace(
    `This archive unpacks to ${megabytes(unpacked)}, which is more than is left of the ${megabytes(limit)} that your account has for text. Nothing was imported. To make room, ${advice}.`,
  );
}

/** An archive that is whole, but too large for what is left. */
export class NoSpace extends ArchiveProblem {}

const megabytes = (bytes: number) => `${Math.ceil(bytes / MB).toLocaleString('en-US')} MB`;

/** The bytes of a person's messages and memories, with those in the trash, added up in short steps. */
async function textUsed(db: Database, userId: string): Promise<number> {
  const { conversations: c, memories: remembered, messages: m } = db.tables;
  const [memory] = await db.orm
    .select({ bytes: total(db, [remembered.title, remembered.content, remembered.category]) })
    .from(remembered)
    .where(eq(remembered.userId, userId));
  let used = Number(memory?.bytes ?? 0);

  async function add(where: SQL | undefined) {
    const [row] = await db.orm
      .select({ bytes: total(db, [m.content, m.steps, m.sources, m.usedMemories, m.reasoning]) })
      .from(m)
      .where(where);
    used += Number(row?.bytes ?? 0);
    await setImmediate();
  }
  const rows = await db.orm.select({ id: c.id, length: c.nextOrdinal }).from(c).where(eq(c.userId, userId));
  let together: number[] = [];
  let messages = 0;
  for (const { id, length } of rows) {
    for (let from = perStep; from < length; from += perStep)
      await add(and(eq(m.conversationId, id), gte(m.ordinal, from), lt(m.ordinal, from + perStep)));
    together.push(id);
    messages += Math.min(length, perStep);
    if (messages < perStep && together.length < perQuery) continue;
    await add(and(inArray(m.conversationId, together), lt(m.ordinal, perStep)));
    together = [];
    messages = 0;
  }
  if (together.length > 0) await add(and(inArray(m.conversationId, together), lt(m.ordinal, perStep)));
  return used;
}

/** The bytes of these columns in all rows. The engines read a text's length without its pages. */
function total({ engine }: Database, columns: readonly unknown[]): SQL<number> {
  const lengths = columns.map((column) =>
    engine === 'postgres' ? sql`coalesce(octet_length(${column}::text), 0)` : sql`coalesce(octet_length(${column}), 0)`,
  );
  return sql<number>`coalesce(sum(${sql.raw(String(perRow))} + ${sql.join(lengths, sql` + `)}), 0)`;
}
