import type { Conversation, ConversationAction } from '@noek/contract/chat';
import type { trpc } from '../../../api/trpc.ts';
import { withoutShare } from '../sharing/share-link.ts';
import { listInput } from '../use-chat-cache.ts';
import {
  type ConversationPages,
  withConversations,
  withFirstPage,
  withoutConversations,
} from './conversation-cache.ts';

type Utils = ReturnType<typeof trpc.useUtils>;

const both = [false, true] as const;

/** A list as the server wants to be asked for its next page; null: as if what is loaded were all. */
const withCursor = <Param>(data: ConversationPages<Param>, nextCursor: string | null): ConversationPages<Param> => ({
  ...data,
  pages: data.pages.map((page, index) => (index === data.pages.length - 1 ? { ...page, nextCursor } : page)),
});

const change = (
  utils: Utils,
  archived: boolean,
  to: <Param>(data: ConversationPages<Param>) => ConversationPages<Param>,
): void => void utils.chat.conversations.setInfiniteData(listInput(archived), (data) => data && to(data));

/** Takes rows out of the lists, which no answer that is on its way brings back. */
export async function takeOut(utils: Utils, ids: ReadonlySet<number>): Promise<void> {
  await Promise.all(both.map((archived) => utils.chat.conversations.cancel(listInput(archived))));
  for (const archived of both) change(utils, archived, (data) => withoutConversations(data, ids));
}

/** Lets a list end with what is loaded, so that it does not ask for what is leaving it. Returns how to undo that. */
export function closeList(utils: Utils, archived: boolean): () => void {
  const nextCursor = utils.chat.conversations.getInfiniteData(listInput(archived))?.pages.at(-1)?.nextCursor;
  if (!nextCursor) return () => {};
  change(utils, archived, (data) => withCursor(data, null));
  return () => change(utils, archived, (data) => withCursor(data, nextCursor));
}

/** Puts rows into the lists they belong to. */
export function putRows(utils: Utils, rows: readonly Conversation[]): void {
  for (const archived of both) {
    const there = rows.filter((row) => row.archived === archived);
    if (there.length > 0) change(utils, archived, (data) => withConversations(data, there));
  }
}

/** Rows as an action leaves them. */
export function changedRows(action: Exclude<ConversationAction, 'delete'>, rows: readonly Conversation[]) {
  // A link does not survive the trash.
  if (action === 'restore') return rows.map((row) => withoutShare({ ...row, deletedAt: null }));
  return rows.map((row) => ({ ...row, archived: action === 'archive' }));
}

/**
 * Reads the start of a list from the server, and throws away what `isOutdated` is true for. The pages after it stay as they
 * are, or are forgotten (`whole`). A list that nobody looked at yet is left alone. Resolves to whether the list is right now.
 */
export async function refreshList(
  utils: Utils,
  archived: boolean,
  { whole, isOutdated }: { whole: boolean; isOutdated: () => boolean },
): Promise<boolean> {
  const input = listInput(archived);
  if (!utils.chat.conversations.getInfiniteData(input)) return true;
  try {
    const first = await utils.client.chat.conversations.query(input);
    if (!isOutdated())
      change(utils, archived, (data) =>
        whole ? { pages: [first], pageParams: data.pageParams.slice(0, 1) } : withFirstPage(data, first),
      );
    return true;
  } catch {
    // The rows on screen are what the server said last; the next look at the list reads it again.
    void utils.chat.conversations.invalidate(input, { refetchType: 'none' });
    return false;
  }
}
