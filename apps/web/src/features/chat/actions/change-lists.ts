import type { Conversation, ConversationAction } from '@noek/contract/chat/schemas';
import type { trpc } from '../../../api/trpc.ts';
import { type ConversationPages, withConversations, withoutConversations } from '../cache/conversation-cache.ts';
import { isIn, type ListInput, listInputs } from '../cache/list-inputs.ts';
import { pinnedIn, withFirstPage } from '../cache/refreshed-lists.ts';
import { withoutShare } from '../sharing/share/share-link.ts';

type Utils = ReturnType<typeof trpc.useUtils>;

const change = (
  utils: Utils,
  input: ListInput,
  to: <Param>(data: ConversationPages<Param>) => ConversationPages<Param>,
): void => void utils.chat.conversations.setInfiniteData(input, (data) => data && to(data));

const changePinned = (utils: Utils, to: (list: Conversation[]) => Conversation[]): void =>
  void utils.chat.pinned.setData(undefined, (list) => list && to(list));

/** Removes rows from the lists, and cancels pending requests that would bring them back. */
export async function removeRows(utils: Utils, ids: ReadonlySet<number>): Promise<void> {
  await Promise.all([
    ...listInputs().map((input) => utils.chat.conversations.cancel(input)),
    utils.chat.pinned.cancel(),
  ]);
  changePinned(utils, (list) => list.filter(({ id }) => !ids.has(id)));
  for (const input of listInputs()) change(utils, input, (data) => withoutConversations(data, ids));
}

/** Puts rows into the lists they belong to. */
export function insertRows(utils: Utils, rows: readonly Conversation[]): void {
  for (const input of listInputs()) {
    const there = rows.filter((row) => isIn(row, input));
    if (there.length > 0) change(utils, input, (data) => withConversations(data, there));
  }
  const ids = new Set(rows.map(({ id }) => id));
  changePinned(utils, (list) => [...pinnedIn(rows), ...list.filter(({ id }) => !ids.has(id))]);
}

/** The rows after an action. */
export function changedRows(action: Exclude<ConversationAction, 'delete'>, rows: readonly Conversation[]) {
  // Moving a conversation to the trash ends its link.
  if (action === 'restore') return rows.map((row) => withoutShare({ ...row, deletedAt: null }));
  return rows.map((row) => ({ ...row, archived: action === 'archive' }));
}

/**
 * Reads the start of a list from the server, again if the list changed meanwhile, and discards the answer if `isOutdated` returns true. The
 * later pages stay as they are, or are dropped (`whole`). A list whose first read was canceled by an action is read as usual if it is on screen.
 */
export async function refreshList(
  utils: Utils,
  input: ListInput,
  { whole, isOutdated }: { whole: boolean; isOutdated: () => boolean },
): Promise<void> {
  const known = () => utils.chat.conversations.getInfiniteData(input);
  if (!known()) return utils.chat.conversations.invalidate(input);
  try {
    for (let tries = 0; tries < 3; tries++) {
      const before = known();
      const first = await utils.client.chat.conversations.query(input);
      if (isOutdated()) return;
      // The list changed meanwhile, on another device for example, and the answer may be older than that change.
      if (known() !== before) continue;
      change(utils, input, (data) =>
        whole ? { pages: [first], pageParams: data.pageParams.slice(0, 1) } : withFirstPage(data, first),
      );
      return;
    }
    await utils.chat.conversations.invalidate(input);
  } catch {
    // The rows on screen are the server's last answer; the list is read again when it is next shown.
    void utils.chat.conversations.invalidate(input, { refetchType: 'none' });
  }
}
