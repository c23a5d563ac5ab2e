import type { Conversation } from '@noek/contract/chat';
import { useMemo } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/toast.ts';
import { type ChatCache, listInput } from '../use-chat-cache.ts';
import { actionFailed, actionSucceeded, type ConversationAction } from './action-texts.ts';
import { withConversation, withoutConversation } from './conversation-cache.ts';

/**
 * Archives, restores and deletes conversations: the rows go at once and come back when the server refuses. Resolves to
 * the conversations for which it worked.
 */
export function useConversationActions(cache: ChatCache) {
  const utils = trpc.useUtils();
  return useMemo(() => {
    const { client } = utils;
    const call = (action: ConversationAction, { id }: Conversation): Promise<Conversation | null> => {
      const input = { conversationId: id };
      if (action === 'delete') return client.chat.delete.mutate(input).then(() => null);
      return action === 'archive' ? client.chat.archive.mutate(input) : client.chat.unarchive.mutate(input);
    };

    return async (action: ConversationAction, rows: readonly Conversation[]): Promise<Conversation[]> => {
      const lists = [listInput(false), listInput(true)];
      await Promise.all(lists.map((list) => utils.chat.conversations.cancel(list)));
      for (const { id, archived } of rows)
        utils.chat.conversations.setInfiniteData(listInput(archived), (data) => data && withoutConversation(data, id));

      const results = await Promise.allSettled(rows.map((row) => call(action, row)));
      const worked: Conversation[] = [];
      for (const [index, row] of rows.entries()) {
        const result = results[index];
        if (result?.status === 'fulfilled') {
          worked.push(row);
          if (result.value) cache.putConversation(result.value);
          else cache.forgetConversation(row.id);
        } else
          utils.chat.conversations.setInfiniteData(
            listInput(row.archived),
            (data) => data && withConversation(data, row),
          );
      }
      if (worked.length === rows.length) toast({ title: actionSucceeded(action, rows.length) });
      else toast({ title: actionFailed(action, rows.length), variant: 'destructive' });
      for (const list of lists) void utils.chat.conversations.invalidate(list);
      return worked;
    };
  }, [utils, cache]);
}
