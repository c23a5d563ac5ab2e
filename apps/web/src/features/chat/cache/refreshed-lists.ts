import type { Conversation, ConversationPage } from '@noek/contract/chat/schemas';
import { type ConversationPages, newestFirst } from './conversation-cache.ts';

/**
 * The list with a refreshed first page: the rows loaded after it stay. If that page reaches beyond all loaded rows, it replaces
 * the list.
 */
export function withFirstPage<Param>(
  data: ConversationPages<Param>,
  first: ConversationPage,
): ConversationPages<Param> {
  const last = first.conversations.at(-1);
  const isAfter = (row: Conversation) => last !== undefined && newestFirst(row, last) > 0;
  const rest = data.pages.map((page) => ({ ...page, conversations: page.conversations.filter(isAfter) }));
  const [ofFirst, second, ...others] = rest;
  if (first.nextCursor === null || !ofFirst || !second || rest.every(({ conversations }) => conversations.length === 0))
    return { pages: [first], pageParams: data.pageParams.slice(0, 1) };
  const joined = { ...second, conversations: [...ofFirst.conversations, ...second.conversations] };
  return { ...data, pages: [first, joined, ...others] };
}

/** The first pages of a list that was scrolled far down, so that a refresh requests only these. */
export const firstPages = <Param>(data: ConversationPages<Param>, count: number): ConversationPages<Param> => ({
  pages: data.pages.slice(0, count),
  pageParams: data.pageParams.slice(0, count),
});
