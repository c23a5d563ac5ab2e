import { and, type Column, eq, lt, lte, or, type SQL } from 'drizzle-orm';

/** The position in a list, newest first: the page starts after the row with this time and id. */
export type ListCursor<Id extends string | number> = { at: Date; id: Id };

/** The cursor of the page after the first `limit` rows, given one row more; null when there are no more. */
export function nextCursorOf(rows: readonly { id: string | number; at: Date | null }[], limit: number): string | null {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return last?.at ? `${last.at.getTime()}.${last.id}` : null;
}

/** The latest time that both engines can store, in milliseconds since 1970. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The position that a cursor of `nextCursorOf` names; null for any other text. */
export function parseCursor(cursor: string): ListCursor<string> | null {
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  return at === undefined || id === undefined || Number(at) > lastMoment ? null : { at: new Date(Number(at)), id };
}

/** The WHERE condition for rows after the cursor. The first condition alone bounds the range of the index. */
export const after = (cursor: ListCursor<string | number>, at: Column, id: Column): SQL =>
  and(lte(at, cursor.at), or(lt(at, cursor.at), and(eq(at, cursor.at), lt(id, cursor.id)))) as SQL;
