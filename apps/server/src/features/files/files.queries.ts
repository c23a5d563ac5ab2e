import type { File } from '@noek/contract/files/schemas';
import type { Database } from '@noek/db/database';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Actor, BaseCtx } from '../../base-context.ts';
import { notFound } from '../../errors.ts';

export type FileRow = Database['tables']['files']['$inferSelect'];

export const fileNotFound = () => notFound('File not found.');

export const toFile = (row: FileRow): File => ({
  id: row.id,
  name: row.name,
  type: row.type,
  size: row.size,
  ...(row.width !== null && row.height !== null && { width: row.width, height: row.height }),
  ...(row.pages !== null && { pages: row.pages }),
  ...(row.scansLeft > 0 && { pagesRead: (row.pages ?? 1) - row.scansLeft }),
  ...(row.characters !== null && { characters: row.characters }),
  state: row.state,
  ...(row.problem !== null && { problem: row.problem }),
});

/** The account or guest that has files. */
export type FileOwner = { userId: string; guestId: null } | { userId: null; guestId: string };

/** The owner behind an actor; null for a guest who has no identity yet and so has no files. */
export function fileOwnerOf(actor: Actor): FileOwner | null {
  if (actor.kind === 'user' || actor.kind === 'admin') return { userId: actor.user.id, guestId: null };
  return actor.kind === 'guest' && actor.guestId !== null ? { userId: null, guestId: actor.guestId } : null;
}

/** The WHERE condition that limits a query to the files of an owner. */
export function filesOf({ tables: { files: f } }: Pick<Database, 'tables'>, owner: FileOwner): SQL {
  return owner.userId === null ? eq(f.guestId, owner.guestId) : eq(f.userId, owner.userId);
}

type Files = { tables: Pick<Database['tables'], 'files'> };

/** The condition that leaves out files that only temporary chats have. What nothing has yet is not left out. */
export const notOnlyTemporary = ({ tables }: Files): SQL =>
  sql`(not ${inChats(tables.files, sql`k.temporary`)} or ${inKept({ tables })})`;

/** The condition of files that a project, or a conversation that is not temporary, has. */
export const inKept = ({ tables: { files: f } }: Files): SQL =>
  sql`(${inChats(f, sql`not k.temporary`)} or exists (select 1 from project_files o where o.file_id = ${f.id}))`;

const inChats = (f: Database['tables']['files'], which: SQL): SQL =>
  sql`exists (select 1 from message_files h join messages n on n.id = h.message_id join conversations k on k.id = n.conversation_id where h.file_id = ${f.id} and ${which})`;

/** One of the actor's files. Throws NOT_FOUND, also for other people's files. */
export async function findFile({ db, actor }: Pick<BaseCtx, 'db' | 'actor'>, fileId: string): Promise<FileRow> {
  const owner = fileOwnerOf(actor);
  const { files: f } = db.tables;
  const [row] = owner
    ? await db.orm
        .select()
        .from(f)
        .where(and(eq(f.id, fileId), filesOf(db, owner)))
    : [];
  if (!row) throw fileNotFound();
  return row;
}

/** The actor's files with these ids, in their order. Throws NOT_FOUND if one is missing or belongs to someone else. */
export async function findFiles(
  { db, actor }: Pick<BaseCtx, 'db' | 'actor'>,
  fileIds: readonly string[],
): Promise<FileRow[]> {
  if (fileIds.length === 0) return [];
  const owner = fileOwnerOf(actor);
  const { files: f } = db.tables;
  const rows = owner
    ? await db.orm
        .select()
        .from(f)
        .where(and(inArray(f.id, [...fileIds]), filesOf(db, owner)))
    : [];
  return fileIds.map((id) => {
    const row = rows.find((one) => one.id === id);
    if (!row) throw fileNotFound();
    return row;
  });
}
