import { searchesPerMinute } from '@noek/contract/chat/limits';
import type { SearchHit } from '@noek/contract/chat/search';
import { parseSearch, type SearchQuery } from '@noek/contract/chat/search-terms';
import type { Ctx } from '../../../context.ts';
import { type Rate, takeRate } from '../../auth/limits/rate-limit.ts';
import { requireUserOwner } from '../records/owner.ts';
import { type FoundRow, findBySubstrings, findByTerms, pagesPerFile } from './search.queries.ts';
import { snippetOf, titleSnippetOf } from './search-snippet.ts';
import { createSqliteFinder, type Find } from './sqlite-finder.ts';

/** How many conversations that match only by title are listed before the messages. */
const titlesFirst = 5;
const ofPerson: Rate = { burst: searchesPerMinute, perMs: 60_000 / searchesPerMinute };

/**
 * Searches the actor's conversations with their files and documents, including archived ones but not the trash. Every word and phrase must be in
 * the same message, title, document, page of a file or name of a file; the last word may be unfinished. A few titles come first, then messages, documents and
 * files, newest first. A conversation with such a hit is not listed again for its title. With a `conversationId`, only the messages of that
 * conversation are searched; another person's has no hits. Throws UNAUTHORIZED for guests, and RATE_LIMITED.
 */
export async function searchConversations(
  ctx: Ctx,
  input: { q: string; limit: number; conversationId?: number | undefined },
): Promise<SearchHit[]> {
  const { userId, key } = requireUserOwner(ctx);
  await takeRate(ctx, JSON.stringify(['search', key]), ofPerson);
  const query = parseSearch(input.q);
  const { limit, conversationId } = input;
  const find = finderOf(ctx, userId, query);
  const inMessages = await find({ kind: 'message', userId, limit, conversationId });
  if (conversationId !== undefined) return inMessages.map((row) => toHit(row, query));
  const inFiles = firstPages(await find({ kind: 'page', userId, limit }));
  const inDocuments = await find({ kind: 'document', userId, limit });
  const messages = newestFirst([...inMessages, ...inDocuments, ...inFiles]).slice(0, limit);
  const found = new Set(messages.map(({ conversationId }) => conversationId));
  const byTitle = await find({ kind: 'title', userId, limit: titlesFirst + found.size });
  const titles = byTitle.filter(({ conversationId }) => !found.has(conversationId)).slice(0, titlesFirst);
  return [...titles, ...messages].slice(0, limit).map((row) => toHit(row, query));
}

/** Finds what a query looks for, in the order of writing, which is nearly the order of the hits. */
function finderOf({ db }: Ctx, userId: string, query: SearchQuery): Find {
  const ordered =
    (find: Find): Find =>
    async (asked) =>
      newestFirst(await find(asked));
  if (query.kind === 'words')
    return ordered(
      db.engine === 'sqlite'
        ? createSqliteFinder(db, userId, query.terms)
        : (asked) => findByTerms(db, asked, query.terms),
    );
  if (query.substrings.length === 0) return async () => [];
  return ordered((asked) => findBySubstrings(db, asked, query.substrings));
}

/** The pages of the same message and file are in their order. */
const newestFirst = (rows: FoundRow[]): FoundRow[] =>
  rows.sort(
    (a, b) =>
      b.createdAt.getTime() - a.createdAt.getTime() ||
      (a.file && b.file && a.file.id === b.file.id ? a.file.page - b.file.page : 0),
  );

/** A long page may be found in several of its parts, and a file on many pages. */
function firstPages(rows: FoundRow[]): FoundRow[] {
  const pages = new Map<string, Set<number>>();
  return rows.filter(({ file }) => {
    const found = pages.get(file?.id ?? '') ?? new Set();
    if (file === null || found.has(file.page) || found.size === pagesPerFile) return false;
    pages.set(file.id, found.add(file.page));
    return true;
  });
}

function toHit(row: FoundRow, query: SearchQuery): SearchHit {
  const { conversationId, messageId, title, role, archived, file, document } = row;
  const isMarkdown = messageId !== null && file === null;
  const { snippet, marks } = (isMarkdown ? snippetOf : titleSnippetOf)(row.content, query);
  const createdAt = row.createdAt.toISOString();
  const hit = { conversationId, messageId, title, snippet, marks, role, archived, createdAt };
  if (document) return { ...hit, document };
  if (!file) return hit;
  const { id, name, type, unit, page } = file;
  return { ...hit, file: { id, name, type, ...(page > 0 && unit !== null && { page, unit }) } };
}
