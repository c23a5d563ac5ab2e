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

/** All loaded conversations in order, each once: a row that moved between two pages while they loaded shows once. */
export function conversationsIn(data: ConversationPages | undefined): Conversation[] {
  const seen = new Set<number>();
  return (data?.pages ?? [])
    .flatMap((page) => page.conversations)
    .filter(({ id }) => !seen.has(id) && Boolean(seen.add(id)));
}
