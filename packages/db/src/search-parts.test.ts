import { expect, test } from 'vitest';
import { searchParts, searchPartsOf, searchPartTable } from './search-parts.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import { insertConversation, insertMessages, insertUser } from './testing/factories.ts';

test('an owner’s blocks are in one part after the other, and owners begin in different parts', () => {
  expect(searchPartsOf(3, 1, 8191)).toEqual([3]);
  expect(searchPartsOf(3, 8000, 8200)).toEqual([3, 4]);
  expect(searchPartsOf(6, 1, 30_000)).toEqual([6, 7, 0, 1]);
  expect(searchPartsOf(9, 1, 0)).toEqual([1]);
  expect(searchPartsOf(9, 1, 60_000)).toEqual(searchParts);
});

test('the triggers write each document to the part that the function names, and remove it from there', async () => {
  const db = openSqlite(':memory:');
  await db.migrate();
  const client = (db.orm as unknown as { $client: { prepare(sql: string): { pluck(): { all(): unknown[] } } } })
    .$client;
  const read = (query: string) => client.prepare(query).pluck().all();
  const rowsOf = (part: number) => read(`select id from ${searchPartTable(part)}_docsize`).length;
  for (let i = 0; i < 3; i++) {
    const { id: userId } = await insertUser(db);
    const { id } = await insertConversation(db, { userId });
    await insertMessages(db, id, ['Hello']);
  }
  const numbers = read('select id from search_owners order by id') as number[];
  for (const number of numbers) expect(rowsOf(searchPartsOf(number, 1, 1)[0] as number)).toBe(2);
  await db.write((orm) => orm.delete(db.tables.messages));
  expect(searchParts.reduce((sum, part) => sum + rowsOf(part), 0)).toBe(3);
  await db.close();
});
