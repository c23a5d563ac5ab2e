import { searchesPerMinute } from '@noek/contract/limits';
import type { SearchHit } from '@noek/contract/search';
import type { Ctx } from '../../../context.ts';
import { type Rate, takeRate } from '../../auth/limits/rate-limit.ts';
import { requireUserOwner } from '../owner.ts';
import { type Asked, type FoundRow, findByPieces, findByTerms, indexedPrefix } from './search.queries.ts';
import { hasTerm, snippetOf, titleSnippetOf } from './search-snippet.ts';
import { parseSearch, type SearchQuery, type SearchTerm } from './search-terms.ts';

/** How many conversations that only their title brings in stand before the messages. */
const titlesFirst = 5;
/** Messages that are read, to look for the whole of an unfinished word in them. */
const candidates = 200;
/** Characters of them that are read: beyond this the index is asked for the whole word. */
const candidateCharacters = 2_000_000;

const ofPerson: Rate = { burst: searchesPerMinute, perMs: 60_000 / searchesPerMinute };

/**
 * Looks through the actor's own conversations, archived ones included, the trash not. Every word and phrase has to be in the
 * same message (or title); the last word may be unfinished. Titles come first, a few, then messages, the newest first.
 * A conversation with a message among the hits is not listed for its title as well. Throws RATE_LIMITED.
 */
export async function searchConversations(ctx: Ctx, input: { q: string; limit: number }): Promise<SearchHit[]> {
  const { userId, key } = requireUserOwner(ctx);
  await takeRate(ctx, JSON.stringify(['search', key]), ofPerson);
  const query = parseSearch(input.q);
  const messages = await find(ctx, { kind: 'message', userId, limit: input.limit }, query);
  const found = new Set(messages.map(({ conversationId }) => conversationId));
  const byTitle = await find(ctx, { kind: 'title', userId, limit: titlesFirst + found.size }, query);
  const titles = byTitle.filter(({ conversationId }) => !found.has(conversationId)).slice(0, titlesFirst);
  return [...titles, ...messages].slice(0, input.limit).map((row) => toHit(row, query));
}

async function find({ db }: Ctx, asked: Asked, query: SearchQuery): Promise<FoundRow[]> {
  if (query.kind === 'pieces' && query.pieces.length === 0) return [];
  if (query.kind === 'pieces') return newestFirst(await findByPieces(db, asked, query.pieces));
  const { terms } = query;
  const last = terms.at(-1);
  const shortened = db.engine === 'sqlite' && last?.prefix ? shorten(last) : null;
  if (!last || !shortened) return newestFirst(await findByTerms(db, asked, terms));

  // A beginning that SQLite holds no list of costs it the lists of everybody's words that begin so. The short beginning is one
  // list, of which only the owner's part is read; what it brings up too much is left out here.
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

/** The term with its unfinished word cut to what the index holds ready; null when it is no longer than that. */
function shorten({ words, prefix }: SearchTerm): SearchTerm | null {
  const last = Array.from(words.at(-1) ?? '');
  if (last.length <= indexedPrefix) return null;
  return { words: [...words.slice(0, -1), last.slice(0, indexedPrefix).join('')], prefix };
}

/** The index knows in which order it was written, which is nearly the same. */
const newestFirst = (rows: FoundRow[]): FoundRow[] =>
  rows.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());

function toHit(row: FoundRow, query: SearchQuery): SearchHit {
  const { conversationId, messageId, title, role, archived } = row;
  const { snippet, marks } = (messageId === null ? titleSnippetOf : snippetOf)(row.content, query);
  return { conversationId, messageId, title, snippet, marks, role, archived, createdAt: row.createdAt.toISOString() };
}
