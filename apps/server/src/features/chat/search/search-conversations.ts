import { searchesPerMinute } from '@noek/contract/limits';
import type { SearchHit } from '@noek/contract/search';
import { parseSearch, type SearchQuery, type SearchTerm } from '@noek/contract/search-terms';
import type { Ctx } from '../../../context.ts';
import { type Rate, takeRate } from '../../auth/limits/rate-limit.ts';
import { requireUserOwner } from '../owner.ts';
import { type Asked, type FoundRow, findBySubstrings, findByTerms, indexedPrefix } from './search.queries.ts';
import { hasTerm, snippetOf, titleSnippetOf } from './search-snippet.ts';

/** How many conversations that match only by title are listed before the messages. */
const titlesFirst = 5;
/** How many messages are read to match an unfinished word in full. */
const candidates = 200;
/** How many of their characters are read. Beyond this, the index is queried for the full prefix. */
const candidateCharacters = 2_000_000;

const ofPerson: Rate = { burst: searchesPerMinute, perMs: 60_000 / searchesPerMinute };

/**
 * Searches the actor's conversations, including archived ones but not the trash. Every word and phrase must be in the same
 * message or title; the last word may be unfinished. A few titles come first, then messages, newest first. A conversation with
 * a matching message is not listed again for its title. With a `conversationId`, only the messages of that conversation are
 * searched; one of somebody else has no hits. Throws UNAUTHORIZED for guests, and RATE_LIMITED.
 */
export async function searchConversations(
  ctx: Ctx,
  input: { q: string; limit: number; conversationId?: number | undefined },
): Promise<SearchHit[]> {
  const { userId, key } = requireUserOwner(ctx);
  await takeRate(ctx, JSON.stringify(['search', key]), ofPerson);
  const query = parseSearch(input.q);
  const { limit, conversationId } = input;
  const messages = await find(ctx, { kind: 'message', userId, limit, conversationId }, query);
  if (conversationId !== undefined) return messages.map((row) => toHit(row, query));
  const found = new Set(messages.map(({ conversationId }) => conversationId));
  const byTitle = await find(ctx, { kind: 'title', userId, limit: titlesFirst + found.size }, query);
  const titles = byTitle.filter(({ conversationId }) => !found.has(conversationId)).slice(0, titlesFirst);
  return [...titles, ...messages].slice(0, limit).map((row) => toHit(row, query));
}

async function find({ db }: Ctx, asked: Asked, query: SearchQuery): Promise<FoundRow[]> {
  if (query.kind === 'substrings' && query.substrings.length === 0) return [];
  if (query.kind === 'substrings') return newestFirst(await findBySubstrings(db, asked, query.substrings));
  const { terms } = query;
  const last = terms.at(-1);
  const shortened = db.engine === 'sqlite' && last?.prefix ? shorten(last) : null;
  if (!last || !shortened) return newestFirst(await findByTerms(db, asked, terms));

  // For a prefix longer than those in its prefix index, SQLite reads the lists of all matching words of all owners. A shorter
  // prefix is one list, of which only the owner's part is read; the surplus is filtered here.
  const rows = await findByTerms(db, { ...asked, limit: candidates }, [...terms.slice(0, -1), shortened]);
  const fitting: FoundRow[] = [];
  let charactersLeft = candidateCharacters;
  for (const row of rows) {
    if (fitting.length === asked.limit || charactersLeft < 0) break;
    charactersLeft -= row.content.length;
    if (hasTerm(row.content, last)) fitting.push(row);
  }
  const sawAll = rows.length < candidates && charactersLeft >= 0;
  if (fitting.length === asked.limit || sawAll) return newestFirst(fitting);
  return newestFirst(await findByTerms(db, asked, terms));
}

/** The term with its unfinished word cut to an indexed prefix; null when it is not longer than that. */
function shorten({ words, prefix }: SearchTerm): SearchTerm | null {
  const last = Array.from(words.at(-1) ?? '');
  if (last.length <= indexedPrefix) return null;
  return { words: [...words.slice(0, -1), last.slice(0, indexedPrefix).join('')], prefix };
}

/** The index is ordered by when it was written, which is nearly the same. */
const newestFirst = (rows: FoundRow[]): FoundRow[] =>
  rows.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());

function toHit(row: FoundRow, query: SearchQuery): SearchHit {
  const { conversationId, messageId, title, role, archived } = row;
  const { snippet, marks } = (messageId === null ? titleSnippetOf : snippetOf)(row.content, query);
  return { conversationId, messageId, title, snippet, marks, role, archived, createdAt: row.createdAt.toISOString() };
}
