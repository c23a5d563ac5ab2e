import type { Conversation } from '@noek/contract/chat';
import { errorText } from '../../../api/error-text.ts';
import type { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/toast.ts';
import { type ChatCache, listInput } from '../use-chat-cache.ts';
import { actionFailed, actionSucceeded, type ConversationAction } from './action-texts.ts';
import { withConversation, withFirstPage, withoutConversation } from './conversation-cache.ts';

type Api = { utils: ReturnType<typeof trpc.useUtils>; cache: ChatCache };

/** So many conversations are sent to the server at once. */
const atOnce = 50;

/** Actions that run now, and how many were begun: a list that was read before the newest one is out of date. */
let running = 0;
let begun = 0;

/**
 * Does something to conversations: the rows go at once, and come back when the server refuses. Says how it went; after
 * a deletion the toast takes it back (`onUndone`: then this, too). Resolves to those for which it worked.
 */
export async function actOnConversations(
  { utils, cache }: Api,
  action: ConversationAction,
  rows: readonly Conversation[],
  onUndone?: () => void,
): Promise<Conversation[]> {
  running += 1;
  begun += 1;
  const lists = [listInput(false), listInput(true)];
  await Promise.all(lists.map((list) => utils.chat.conversations.cancel(list)));
  const leave = (archived: boolean, id: number) =>
    utils.chat.conversations.setInfiniteData(listInput(archived), (data) => data && withoutConversation(data, id));
  for (const { id, archived } of rows) leave(archived, id);

  const worked: Conversation[] = [];
  const failed: { row: Conversation; error: unknown }[] = [];
  for (let from = 0; from < rows.length; from += atOnce) {
    const part = rows.slice(from, from + atOnce);
    const results = await Promise.allSettled(part.map((row) => call(utils, action, row)));
    for (const [index, row] of part.entries()) {
      const result = results[index];
      if (result?.status !== 'fulfilled') {
        failed.push({ row, error: result?.reason });
        continue;
      }
      worked.push(row);
      if (!result.value) cache.forgetConversation(row.id);
      else {
        leave(row.archived, row.id);
        cache.putConversation(result.value);
      }
    }
  }
  if (action !== 'restore')
    for (const { row } of failed)
      utils.chat.conversations.setInfiniteData(listInput(row.archived), (data) => data && withConversation(data, row));

  const undo = () => void actOnConversations({ utils, cache }, 'restore', worked).then(onUndone);
  if (failed[0])
    toast({
      title: actionFailed(action, rows.length),
      description: errorText(failed[0].error),
      variant: 'destructive',
    });
  else
    toast({
      title: actionSucceeded(action, rows.length),
      ...(action === 'delete' && { action: { label: 'Undo', run: undo } }),
    });
  running -= 1;
  if (running === 0) {
    for (const { archived } of lists) void refreshList(utils, archived);
    void utils.memory.list.invalidate();
  }
  return worked;
}

function call(
  { client }: Api['utils'],
  action: ConversationAction,
  { id }: Conversation,
): Promise<Conversation | null> {
  const input = { conversationId: id };
  if (action === 'delete') return client.chat.delete.mutate(input).then(() => null);
  return client.chat[action].mutate(input);
}

/**
 * Reads the start of a list from the server; the pages after it stay as they are. A list that nobody looked at yet is left
 * alone, and an answer that another action overtook is thrown away: that action reads again.
 */
async function refreshList(utils: Api['utils'], archived: boolean): Promise<void> {
  const input = listInput(archived);
  if (!utils.chat.conversations.getInfiniteData(input)) return;
  const before = begun;
  try {
    const first = await utils.client.chat.conversations.query(input);
    if (begun === before) utils.chat.conversations.setInfiniteData(input, (data) => data && withFirstPage(data, first));
  } catch {
    // The rows on screen are what the server said last; the next look at the list reads it again.
    void utils.chat.conversations.invalidate(input, { refetchType: 'none' });
  }
}
