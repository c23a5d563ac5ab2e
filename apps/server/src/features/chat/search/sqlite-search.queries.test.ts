import { fold } from '@noek/contract/text/folded-words';
import { inOneSpelling } from '@noek/contract/text/spellings';
import type { Database } from '@noek/db/database';
import { openTestDatabase } from '@noek/db/testing/engines';
import { insertConversation, insertMessages, insertUser } from '@noek/db/testing/factories';
import { sql } from 'drizzle-orm';
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { completionsOf, createLookup, type Kind, type Lookup, matchExpression } from './sqlite-search.queries.ts';

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
  onTestFinished(() => db.close());
});

async function write(texts: string[], userId?: string): Promise<string> {
  const owner = userId ?? (await insertUser(db)).id;
  const { id } = await insertConversation(db, { userId: owner, title: 'Notes' });
  await insertMessages(db, id, texts);
  return owner;
}

/** Lets a person's next message begin a new block of the index, which is in another part. */
async function fillBlock(userId: string): Promise<void> {
  const owner = sql`(select id from search_owners where user_id = ${userId})`;
  const row = { id: sql`(${owner} << 33) + 8191` };
  await db.write((orm) => orm.insert(sqliteTable('search_documents', { id: integer() })).values(row));
}

describe('createLookup', () => {
  async function all(lookup: Lookup, kind: Kind): Promise<number[][]> {
    const found: number[][] = [];
    for await (const places of lookup.placesOf(kind, 30)) found.push(places);
    return found;
  }
  const placesOf = (userId: string, word: string, kind: Kind = 'message') =>
    all(createLookup(db, userId, `"${word}"`), kind);

  test('gives the newest documents first, and looks at all older ones', async () => {
    const userId = await write(
      Array.from({ length: 1_100 }, (_, i) => ([0, 1, 587, 588, 1_099].includes(i) ? 'a walnut' : 'a nut')),
    );
    expect(await placesOf(userId, 'walnut')).toEqual([
      [1_100, 589],
      [588, 2, 1],
    ]);
    expect(await placesOf(userId, 'hazelnut')).toEqual([[], []]);
  });

  test('looks at fewer older documents where matches are frequent', async () => {
    const userId = await write(Array.from({ length: 2_000 }, () => 'nut'));
    expect((await placesOf(userId, 'nut')).map(({ length }) => length)).toEqual([512, 1_024, 464]);
  });

  test('reads the documents of no other person, wherever they are in the list', async () => {
    const [first, second, third] = [await write(['walnut']), await write(['walnut', 'nut']), await write(['walnut'])];
    for (const userId of [first, second, third]) expect(await placesOf(userId, 'walnut')).toEqual([[1]]);
    expect(await placesOf((await insertUser(db)).id, 'walnut')).toEqual([]);
  });

  test('finds the documents of all blocks of a person, each once', async () => {
    const userId = await write(['first walnut', 'second']);
    await fillBlock(userId);
    await write(['third walnut', 'fourth walnut'], userId);
    const found = await placesOf(userId, 'walnut');
    expect(found.flat()).toEqual([8193, 8192, 1]);
    expect(await placesOf(userId, 'notes', 'title')).toEqual([[2, 1]]);
  });

  test('gives titles apart from messages, whether they were found together or not', async () => {
    const userId = await write(['notes on nuts', 'nuts']);
    await write(['nuts'], userId);
    expect(await placesOf(userId, 'notes', 'title')).toEqual([[2, 1]]);
    expect(await placesOf(userId, 'notes')).toEqual([[1]]);
    const together = createLookup(db, userId, '"notes"');
    expect([await all(together, 'message'), await all(together, 'title')]).toEqual([[[1]], [[2, 1]]]);

    for (let i = 0; i < 600; i++) await insertConversation(db, { userId, title: i === 550 ? 'More notes' : 'Other' });
    const apart = createLookup(db, userId, '"notes"');
    expect([await all(apart, 'message'), await all(apart, 'title')]).toEqual([[[1]], [[553], [2, 1]]]);
  });
});

describe('completionsOf', () => {
  test('lists the words that begin like a word', async () => {
    const userId = await write(['Walnuts and walnut trees', 'a wall', 'walnuts', 'the walnüsse', 'ореховый орёл']);
    expect(await completionsOf(db, userId, 'Waln', 3)).toEqual(['walnusse', 'walnut', 'walnuts']);
    expect(await completionsOf(db, userId, 'walnuts', 3)).toEqual(['walnuts']);
    expect(await completionsOf(db, userId, 'Орех', 3)).toEqual(['ореховый']);
    expect(await completionsOf(db, userId, 'quay', 3)).toEqual([]);
    expect(await completionsOf(db, userId, 'zzz', 3)).toEqual([]);
  });

  test('lists words of all parts of the index that the person has documents in, and of no other', async () => {
    const userId = await write(['walnuts']);
    await fillBlock(userId);
    await write(['walnut', 'walnuts'], userId);
    // The part after the first of the other person has the second block of this one.
    await write(['unrelated']);
    const inOtherPart = await write(['walnutty']);
    expect(await completionsOf(db, userId, 'waln', 3)).toEqual(['walnut', 'walnuts']);
    expect(await completionsOf(db, inOtherPart, 'waln', 3)).not.toContain('walnuts');
  });

  test('lists no more than asked for, and nothing where folding is not known', async () => {
    const userId = await write(['walnut walnuts wall', 'καρύδι']);
    expect(await completionsOf(db, userId, 'wal', 2)).toBeNull();
    expect(await completionsOf(db, userId, 'wal', 3)).toHaveLength(3);
    expect(await completionsOf(db, userId, 'καρ', 3)).toBeNull();
  });

  test('folds each letter that it takes as the index does', async () => {
    const range = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
    const letters = [...range(0xc0, 0x17e), ...range(0x400, 0x45f)].filter((letter) => /\p{L}/u.test(letter));
    const userId = await write(letters.map((letter) => `${letter}${letter}quay`));
    for (const letter of letters) {
      const expected = letter < 'Ѐ' ? fold(letter) : inOneSpelling(letter).toLowerCase();
      expect(await completionsOf(db, userId, `${letter}${letter}`, 500), letter).toContain(
        `${expected}${expected}quay`,
      );
    }
  });
});

test('an unfinished word is looked for by its completions', () => {
  const terms = [
    { words: ['old'], prefix: false },
    { words: ['light', 'hou'], prefix: true },
  ];
  expect(matchExpression(terms)).toBe('"old" AND "light hou" *');
  expect(matchExpression(terms, ['hour', 'house'])).toBe('"old" AND ("light hour" OR "light house")');
});
