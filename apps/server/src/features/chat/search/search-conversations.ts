import { searchesPerMinute } from '@noek/contract/chat/limits';
import type { SearchHit } from '@noek/contract/chat/search';
import { parseSearch, type SearchQuery } from '@noek/contract/chat/search-terms';
import type { Ctx } from '../../../context.ts';
import { type Rate, takeRate } from '../../auth/limits/rate-limit.ts';
import { requireUserOwner } from '../rows/owner.ts';
import { type FoundRow, findBySubstrings, findByTerms } from './search.queries.ts';
import { snippetOf, titleSnippetOf } from './search-snippet.ts';
import { createSqliteFinder, type Find } from './sqlite-finder.ts';

/** How many conversations that match only by title are listed before the messages. */
const titlesFirst = 5;
const ofPerson: Rate = { burst: searchesPerMinute, perMs: 60_000 / searchesPerMinute };

/**
 * Searches the actor's conversations, including archived ones but not the trash. Every word and phrase must be in the same message or
 * title; the last word may be unfinished. A few titles come first, then messages, newest first. A conversation with a matching message is
 * not listed again for its title. With a `conversationId`, only the messages of that conversation are searched; another person's has no
 * hits. Throws UNAUTHORIZED for guests, and RATE_LIMITED.
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
  const messages = await find({ kind: 'message', userId, limit, conversationId });
  if (conversationId !== undefined) return messages.map((row) => toHit(row, query));
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
      (await find(asked)).sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  if (query.kind === 'words')
    return ordered(
      db.engine === 'sqlite'
        ? createSqliteFinder(db, userId, query.terms)
        : (asked) => findByTerms(db, asked, query.terms),
    );
  if (query.substrings.length === 0) return async () => [];
  return ordered((asked) => findBySubstrings(db, asked, query.substrings));
}

function toHit(row: FoundRow, query: SearchQuery): SearchHit {
  const { conversationId, messageId, title, role, archived } = row;
  const { snippet, marks } = (messageId === null ? titleSnippetOf : snippetOf)(row.content, query);
  return { conversationId, messageId, title, snippet, marks, role, archived, createdAt: row.createdAt.toISOString() };
}
