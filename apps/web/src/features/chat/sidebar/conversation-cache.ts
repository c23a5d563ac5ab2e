import type { Conversation, ConversationPage } from '@noek/contract/chat';
import type { InfiniteData } from '@tanstack/react-query';

/** A list of conversations as it is cached: pages, newest first. */
export type ConversationPages<Param = unknown> = InfiniteData<ConversationPage, Param>;

/** The list without one conversation. */
export function withoutConversation<Param>(data: ConversationPages<Param>, id: number): ConversationPages<Param> {
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, conversations: page.conversations.filter((row) => row.id !== id) })),
  };
}

/** The list with a conversation at its place by date (new or moved); one that is older than what is loaded stays out. */
export function withConversation<Param>(
  data: ConversationPages<Param>,
  conversation: Conversation,
): ConversationPages<Param> {
  const rest = withoutConversation(data, conversation.id);
  const lastPage = rest.pages.length - 1;
  let placed = false;
  const pages = rest.pages.map((page, index) => {
    if (placed) return page;
    const at = page.conversations.findIndex((row) => row.updatedAt <= conversation.updatedAt);
    const atEnd = at === -1 && index === lastPage && page.nextCursor === null;
    if (at === -1 && !atEnd) return page;
    placed = true;
    return {
      ...page,
      conversations: page.conversations.toSpliced(atEnd ? page.conversations.length : at, 0, conversation),
    };
  });
  return { ...rest, pages };
}

/**
 * The list with its first page read anew: what was loaded after it stays. Where that page reaches further than all that
 * was loaded, it is the list.
 */
export function withFirstPage<Param>(
  data: ConversationPages<Param>,
  first: ConversationPage,
): ConversationPages<Param> {
  const last = first.conversations.at(-1);
  const isAfter = (row: Conversation) =>
    last !== undefined && (row.updatedAt < last.updatedAt || (row.updatedAt === last.updatedAt && row.id < last.id));
  const rest = data.pages.map((page) => ({ ...page, conversations: page.conversations.filter(isAfter) }));
  const [ofFirst, second, ...others] = rest;
  if (first.nextCursor === null || !ofFirst || !second || rest.every(({ conversations }) => conversations.length === 0))
    return { pages: [first], pageParams: data.pageParams.slice(0, 1) };
  const joined = { ...second, conversations: [...ofFirst.conversations, ...second.conversations] };
  return { ...data, pages: [first, joined, ...others] };
}

/** The first pages of a list that was scrolled far down: reading it anew then asks for these alone. */
export const firstPages = <Param>(data: ConversationPages<Param>, count: number): ConversationPages<Param> => ({
  pages: data.pages.slice(0, count),
  pageParams: data.pageParams.slice(0, count),
});

/** All loaded conversations in order, each once: a row that moved between two pages while they loaded shows once. */
export function conversationsIn(data: ConversationPages | undefined): Conversation[] {
  const seen = new Set<number>();
  return (data?.pages ?? [])
    .flatMap((page) => page.conversations)
    .filter(({ id }) => !seen.has(id) && Boolean(seen.add(id)));
}
