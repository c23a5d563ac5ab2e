import type { SearchTerm } from '@noek/contract/chat/search-terms';
import { fold } from '@noek/contract/text/folded-words';
import { inOneSpelling } from '@noek/contract/text/spellings';
import type { Database } from '@noek/db/database';
import { searchPartsOf, searchPartTable, searchWordsTable } from '@noek/db/search-parts';
import { type SQL, sql } from 'drizzle-orm';

// SQLite's index: docs/decisions/012-search.md. A document's id is its owner's number, its kind and its place, which is counted from 1.
// Ids can be larger than JavaScript's exact numbers, so SQLite computes them.

export type Kind = 'message' | 'title' | 'page' | 'document';

/** By how much the ids of an owner's titles exceed those of their messages, and the ids of documents those of pages. */
const titleOffset = 2 ** 32;
/** By how much the number of an owner is greater in the ids of pages and documents: these come after everybody's messages and titles. */
const pagesFrom = 2 ** 24;
/** How many of an owner's newest documents are looked through first. */
const firstWindow = 512;
/** The least and the greatest factor by which the number of documents grows from one look to the next. */
const [leastGrowth, mostGrowth] = [2, 128];
/** More documents than will be needed, because matches are not spread evenly. */
const reserve = 4;
/** Words for which we know how FTS5 folds them: Latin letters lose their marks, Cyrillic letters keep them. */
const [latin, cyrillic] = [/^[a-zA-Z\dÀ-ž]+$/, /^[Ѐ-џ]+$/];
/** The longest prefix in the prefix index. */
const indexedPrefix = 3;

/** What matches among a person's documents. */
export type Lookup = {
  /** A condition on the ids of the documents of a kind at these places. */
  idsAt(kind: Kind, places: readonly number[]): Promise<SQL>;
  /** The places of the documents of a kind, newest first, some at a time. `wanted` is how many may be enough. */
  placesOf(kind: Kind, wanted: number): AsyncGenerator<number[]>;
};

/**
 * Looks for what matches an FTS5 query. With `atOnce`, all documents are looked through at once.
 *
 * FTS5 reads a list backwards only from its very end, which takes longer the more other people have written, and it jumps to a place only
 * forwards. So it is asked for the newest documents in the order of the list, and for older ones if these are not enough. Titles come right
 * behind the messages: as long as they are few, both are asked for together.
 */
export function createLookup(db: Database, userId: string, match: string, atOnce = false): Lookup {
  let known: ReturnType<typeof newestOf> | undefined;
  const newest = () => (known ??= newestOf(db, userId));
  let titles: number[] | null = null;

  async function idsBetween(from: SQL, to: SQL, base: SQL, parts: Iterable<number>): Promise<number[]> {
    const found: number[] = [];
    for (const part of parts) {
      const index = sql.raw(searchPartTable(part));
      const [row] = await db.orm
        .select({ ids: sql<string>`json_group_array(${index}.rowid - ${base})` })
        .from(index)
        .where(sql`${index} match ${match} and ${index}.rowid between ${from} and ${to}`);
      found.push(...JSON.parse(row?.ids ?? '[]'));
    }
    return found.sort((a, b) => b - a);
  }

  return {
    async idsAt(kind, places) {
      const { owner } = await newest();
      return sql`in (select ${firstId(integer(owner), kind)} + value from json_each(${JSON.stringify(places)}))`;
    },
    async *placesOf(kind, wanted) {
      const { owner, ...newestAt } = await newest();
      if (kind === 'title' && titles) return yield titles;
      const base = firstId(integer(owner), kind);
      const withTitles = kind === 'message' && newestAt.title <= firstWindow;
      let size = atOnce ? newestAt[kind] : firstWindow;
      for (let last = newestAt[kind]; last > 0; ) {
        const first = Math.max(1, last - size + 1);
        const isFirst = last === newestAt[kind];
        const end = withTitles && isFirst ? titleOffset + newestAt.title : last;
        const parts = new Set(searchPartsOf(owner, first, last));
        if (end > last) for (const part of searchPartsOf(owner, 1, newestAt.title)) parts.add(part);
        const found = await idsBetween(sql`${base} + ${integer(first)}`, sql`${base} + ${integer(end)}`, base, parts);
        const places = found.filter((place) => place <= last);
        if (withTitles && isFirst) titles = found.flatMap((id) => (id > titleOffset ? [id - titleOffset] : []));
        yield places;
        const growth = (reserve * wanted) / Math.max(places.length, 1);
        size = Math.ceil(size * Math.min(Math.max(growth, leastGrowth), mostGrowth));
        last = first - 1;
      }
    },
  };
}

/** The number of a person in the index and the places of their newest message, title, page and document, 0 where there is none. */
async function newestOf(db: Database, userId: string): Promise<{ owner: number } & Record<Kind, number>> {
  const place = (kind: Kind) =>
    sql`coalesce((select d.id & 4294967295 from search_documents d where d.id ${idsOf(sql`o.id`, kind)} order by d.id desc limit 1), 0)`.mapWith(
      Number,
    );
  const [row] = await db.orm
    .select({
      owner: sql`o.id`.mapWith(Number),
      ...{ message: place('message'), title: place('title'), page: place('page'), document: place('document') },
    })
    .from(sql`search_owners o`)
    .where(sql`o.user_id = ${userId}`);
  return row ?? { owner: 0, message: 0, title: 0, page: 0, document: 0 };
}

/**
 * An FTS5 query. Words are quoted, so that nothing a person types is an operator. `completions`: those of the last word; null allows any.
 */
export function matchExpression(terms: readonly SearchTerm[], completions: readonly string[] | null = null): string {
  return terms
    .map(({ words, prefix }, i) => {
      if (completions === null || i < terms.length - 1) return `"${words.join(' ')}"${prefix ? ' *' : ''}`;
      return `(${completions.map((word) => `"${[...words.slice(0, -1), word].join(' ')}"`).join(' OR ')})`;
    })
    .join(' AND ');
}

/** The last term with its unfinished word cut to a prefix that has a list of its own; null when it has one. */
export function shorten({ words, prefix }: SearchTerm): SearchTerm | null {
  const last = Array.from(words.at(-1) ?? '');
  if (!prefix || last.length <= indexedPrefix) return null;
  return { words: [...words.slice(0, -1), last.slice(0, indexedPrefix).join('')], prefix };
}

/**
 * The words that begin like a word, in the parts of the index with a person's documents; other people's words are among them. Null: they are
 * more than `most`, or cannot be known.
 */
export async function completionsOf(
  db: Database,
  userId: string,
  word: string,
  most: number,
): Promise<string[] | null> {
  const beginning = latin.test(word) ? fold(word) : cyrillic.test(word) ? inOneSpelling(word).toLowerCase() : null;
  if (beginning === null) return null;
  const { owner, message, title, page, document } = await newestOf(db, userId);
  const end = `${beginning}\u{10ffff}`;
  // One word at a time, because the tables have a row for each time that a word was written.
  const next = (from: SQL) => {
    const nextIn = [...searchPartsOf(owner, 1, Math.max(message, title, page, document))].map((part) => {
      const words = sql.raw(searchWordsTable(part));
      return sql`coalesce((select term from ${words} where term >= ${from} order by term limit 1), ${end})`;
    });
    return nextIn.length === 1 ? sql`${nextIn[0]}` : sql`min(${sql.join(nextIn, sql`, `)})`;
  };
  const rows = await db.orm
    .select({ term: sql<string>`w.term` })
    .from(
      sql`(with recursive w(term) as (select ${next(sql`${beginning}`)} union all select ${next(sql`w.term || char(1)`)} from w where w.term < ${end} limit ${most + 2}) select term from w) w`,
    );
  const words = rows.flatMap(({ term }) => (term !== end && term.startsWith(beginning) ? [term] : []));
  return words.length > most ? null : words;
}

/** A condition on ids: all of an owner's documents of a kind. */
export function idsOf(owner: SQL, kind: Kind): SQL {
  const first = firstId(owner, kind);
  return sql`between ${first} and ${first} + ${sql.raw(String(titleOffset - 1))}`;
}

const firstId = (owner: SQL, kind: Kind): SQL => {
  const number = kind === 'page' || kind === 'document' ? sql`(${owner} + ${sql.raw(String(pagesFrom))})` : owner;
  const offset = kind === 'title' || kind === 'document' ? titleOffset : 0;
  return sql`((${number} << 33) + ${sql.raw(String(offset))})`;
};

/** A whole number. The driver passes numbers as floating-point numbers, with which FTS5 ignores a range. */
export const integer = (value: number): SQL => sql`cast(${value} as integer)`;
