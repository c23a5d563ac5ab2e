import { type ListCursor, parseCursor } from '@noek/db/list-cursor';
import { AppError } from './errors.ts';

/** The position that the cursor of a list with text ids names. Throws BAD_REQUEST if no page gave it. */
export function readCursor(cursor: string): ListCursor<string> {
  const position = parseCursor(cursor);
  if (!position) throw noSuchPage();
  return position;
}

/** The same for a list whose ids are numbers. */
export function readNumberCursor(cursor: string): ListCursor<number> {
  const { at, id } = readCursor(cursor);
  if (!/^\d+$/.test(id) || !Number.isSafeInteger(Number(id))) throw noSuchPage();
  return { at, id: Number(id) };
}

/** What is thrown for a cursor that no page gave. */
export const noSuchPage = (): AppError =>
  new AppError('BAD_REQUEST', 'This page of the list does not exist. Go back to the first page.');
