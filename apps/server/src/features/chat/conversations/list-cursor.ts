import { and, type Column, eq, lt, lte, or, type SQL } from 'drizzle-orm';
import { AppError } from '../../../errors.ts';

/** The position in a list of conversations, newest first: the page starts after the row with this time and id. */
export type ListCursor = { at: Date; id: number };

export const writeCursor = ({ at, id }: ListCursor): string => `${at.getTime()}.${id}`;

/** The latest time that both engines can store, in milliseconds since 1970. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Parses what `writeCursor` wrote. Throws BAD_REQUEST for anything else. */
export function readCursor(cursor: string): ListCursor {
  const [, at, id] = (/^(\d{1,15})\.(\d{1,16})$/.exec(cursor) ?? []).map(Number);
  if (at === undefined || id === undefined || at > lastMoment || !Number.isSafeInteger(id))
    throw new AppError('BAD_REQUEST', 'This page of the list does not exist. Go back to the first page.');
  return { at: new Date(at), id };
}

/** The WHERE condition for rows after the cursor. The first condition alone bounds the range of the index. */
export const after = (cursor: ListCursor, at: Column, id: Column): SQL =>
  and(lte(at, cursor.at), or(lt(at, cursor.at), and(eq(at, cursor.at), lt(id, cursor.id)))) as SQL;
