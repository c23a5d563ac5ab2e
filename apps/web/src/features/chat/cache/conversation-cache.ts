import type { Conversation, ConversationPage, newConversationTitle } from '@noek/contract/chat/schemas';
import type { InfiniteData } from '@tanstack/react-query';

/** A cached list of conversations: pages, newest first. `kept`: what this device keeps of it; the server has not answered yet. */
export type ConversationPages<Param = unknown> = InfiniteData<ConversationPage, Param> & { kept?: true };

/** The list without some conversations; the same object if it contains none of them. */
export function withoutRows<Param>(data: ConversationPages<Param>, ids: ReadonlySet<number>): ConversationPages<Param> {
  if (!data.pages.some((page) => page.conversations.some(({ id }) => ids.has(id)))) return data;
  const pages = data.pages.map((page) => ({
    ...page,
    conversations: page.conversations.filter(({ id }) => !ids.has(id)),
  }));
  return { ...data, pages };
}

/**
 * The list with new or changed conversations in their places by date, each once; the same object if nothing changes. Those older than the
 * loaded rows are left out.
 */
export function withRows<Param>(
  data: ConversationPages<Param>,
  rows: readonly Conversation[],
): ConversationPages<Param> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const known = data.pages.flatMap((page) => page.conversations.filter(({ id }) => byId.has(id)));
  if (known.length === byId.size && known.every((row) => isSame(row, byId.get(row.id) as Conversation))) return data;
  const rest = withoutRows(data, new Set(byId.keys()));
  const added = rows.toSorted(newestFirst);
  let placed = 0;
  const pages = rest.pages.map((page, index) => {
    // Of the page as it was loaded: its last row may be one of these.
    const last = data.pages[index]?.conversations.at(-1);
    const isEnd = index === rest.pages.length - 1 && page.nextCursor === null;
    const from = placed;
    for (let next = added[placed]; next && (isEnd || (last && newestFirst(next, last) <= 0)); next = added[placed])
      placed += 1;
    if (placed === from) return page;
    return { ...page, conversations: [...page.conversations, ...added.slice(from, placed)].sort(newestFirst) };
  });
  return { ...rest, pages };
}

/** A row after it was pinned, or unpinned. */
export const withPinned = (row: Conversation, pinned: boolean): Conversation => ({ ...row, pinned });

/** A row after it was moved into a project; null: out of its project. */
export const withProject = (row: Conversation, projectId: string | null): Conversation => ({ ...row, projectId });

/** The order of the lists. */
export const newestFirst = (a: Conversation, b: Conversation) =>
  a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1;

const isSame = (a: Conversation, b: Conversation) =>
  (Object.keys(b) as (keyof Conversation)[]).every((field) => a[field] === b[field]);

/** All loaded conversations in order, each once: a row that moved between two pages while they loaded shows once. */
export function conversationsIn(data: ConversationPages | undefined): Conversation[] {
  const seen = new Set<number>();
  return (data?.pages ?? [])
    .flatMap((page) => page.conversations)
    .filter(({ id }) => !seen.has(id) && Boolean(seen.add(id)));
}

const newTitle: typeof newConversationTitle = 'New Chat';

/** Created and never used. A guest's conversation has its first message, and a title from it, from the start. */
export const isUnused = ({ title, createdAt, updatedAt, archived }: Conversation) =>
  title === newTitle && createdAt === updatedAt && !archived;

/** The loaded conversations that have a row in lists: one gets its row with its first message. */
export const listedIn = (data: ConversationPages | undefined): Conversation[] =>
  conversationsIn(data).filter((one) => !isUnused(one));
