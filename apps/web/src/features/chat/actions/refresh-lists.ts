import type { trpc } from '../../../api/trpc.ts';
import type { ConversationLists } from '../cache/conversation-lists.ts';
import { type ListInput, listInputs } from '../cache/list-inputs.ts';
import { withFirstPage } from '../cache/refreshed-lists.ts';

type Utils = ReturnType<typeof trpc.useUtils>;

/** The number of running changes, and of all changes so far: a list read before the newest change is out of date. */
let running = 0;
let begun = 0;
/** Whether one of the running changes is about conversations that are not loaded. */
let whole = false;

/**
 * Call when a change begins after which the lists are read again. `isWhole`: some of its conversations are not loaded. The returned function
 * ends it. If it was the last one that is running, it resolves when the lists have been read.
 */
export function beginChange(utils: Utils, lists: ConversationLists, isWhole: boolean): () => Promise<void> {
  running += 1;
  begun += 1;
  whole ||= isWhole;
  return async () => {
    running -= 1;
    if (running === 0) await refresh(utils, lists);
  };
}

/** Reads the lists again after the last running change. A change that begins in the meantime does so when it ends. */
async function refresh(utils: Utils, lists: ConversationLists): Promise<void> {
  const before = begun;
  const options = { whole, isOutdated: () => begun !== before };
  whole = false;
  void utils.memory.list.invalidate();
  void utils.chat.pinned.invalidate();
  await Promise.all(listInputs().map((input) => refreshList(utils, lists, input, options)));
}

/**
 * Reads the start of a list from the server, again if the list changed meanwhile, and discards the answer if `isOutdated` returns true. The
 * later pages stay as they are, or are dropped (`whole`). A list that was not read yet is read as usual if it is on screen.
 */
export async function refreshList(
  utils: Utils,
  lists: ConversationLists,
  input: ListInput,
  { whole, isOutdated }: { whole: boolean; isOutdated: () => boolean },
): Promise<void> {
  if (!lists.loaded(input)) return utils.chat.conversations.invalidate(input);
  try {
    for (let tries = 0; tries < 3; tries++) {
      const before = lists.loaded(input);
      const first = await utils.client.chat.conversations.query(input);
      if (isOutdated()) return;
      // The list changed meanwhile, on another device for example, and the answer may be older than that change.
      if (lists.loaded(input) !== before) continue;
      lists.refresh(input, (data) =>
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
