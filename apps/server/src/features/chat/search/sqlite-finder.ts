import type { SearchTerm } from '@noek/contract/chat/search-terms';
import { inOneSpelling } from '@noek/contract/text/spellings';
import type { Database } from '@noek/db/database';
import { type Asked, type FoundRow, pagesPerFile, readFound } from './search.queries.ts';
import { hasTerm } from './search-snippet.ts';
import { completionsOf, createLookup, type Lookup, matchExpression, shorten } from './sqlite-search.queries.ts';

export type Find = (asked: Asked) => Promise<FoundRow[]>;

/** How many words an unfinished one is completed to at once, and if candidates do not suffice. */
const [fewCompletions, manyCompletions] = [16, 256];
/** How many documents are read to match an unfinished word in full. */
const candidates = 200;
/** How many of them may be pages of the same file. */
const candidatesPerFile = 40;
/** How many of their characters are read. */
const candidateCharacters = 2_000_000;

/**
 * Finds the documents of a person that contain all terms, newest first.
 *
 * For an unfinished word, FTS5 merges the lists of all its completions, for all people, unless the word is short enough for the prefix
 * index. So the completions are looked up first, and in each one's list only the person's part is read. If there are many completions, a
 * shorter prefix is searched for, and documents that do not match in full are dropped when their text is read.
 */
export function createSqliteFinder(db: Database, userId: string, typed: readonly SearchTerm[]): Find {
  // FTS5 folds the rest of them as it did for the index.
  const terms = typed.map((term) => ({ ...term, words: term.words.map(inOneSpelling) }));
  const last = terms.at(-1);
  const shortened = last && shorten(last);
  const lookUp = (all: readonly SearchTerm[]) => createLookup(db, userId, matchExpression(all));
  if (!shortened) {
    const lookup = lookUp(terms);
    return (asked) => firstOf(db, asked, lookup);
  }
  const word = last.words.at(-1) ?? '';
  const lookUpCompleted = async (most: number) => {
    const completions = await completionsOf(db, userId, word, most);
    if (!completions) return null;
    return createLookup(db, userId, matchExpression(terms, completions.length > 0 ? completions : [word]));
  };
  const completed = lookUpCompleted(fewCompletions);
  const shorter = lookUp([...terms.slice(0, -1), shortened]);
  return async (asked) => {
    const lookup = await completed;
    if (lookup) return firstOf(db, asked, lookup);
    const fitting: FoundRow[] = [];
    let rowsLeft = candidates;
    let charactersLeft = candidateCharacters;
    for await (const rows of readFound(db, { ...asked, perFile: candidatesPerFile }, shorter))
      for (const row of rows) {
        if (rowsLeft-- === 0 || charactersLeft < 0) {
          const merged = () => createLookup(db, userId, matchExpression(terms), true);
          return firstOf(db, asked, (await lookUpCompleted(manyCompletions)) ?? merged());
        }
        charactersLeft -= row.content.length;
        const { id } = row.file ?? {};
        const isEnough = id !== undefined && fitting.filter(({ file }) => file?.id === id).length === pagesPerFile;
        if (!isEnough && hasTerm(row.content, last) && fitting.push(row) === asked.limit) return fitting;
      }
    return fitting;
  };
}

async function firstOf(db: Database, asked: Asked, lookup: Lookup): Promise<FoundRow[]> {
  const found: FoundRow[] = [];
  for await (const rows of readFound(db, asked, lookup)) {
    found.push(...rows);
    if (found.length >= asked.limit) break;
  }
  return found.slice(0, asked.limit);
}
