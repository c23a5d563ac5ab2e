import type { Conversation, ConversationPage } from '@noek/contract/chat';
import { useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/toast.ts';
import { actOnConversations } from '../actions/act-on-conversations.ts';
import { actionFailed, actionSucceeded } from '../actions/texts.ts';
import { conversationsIn, withoutConversation } from '../cache/conversation-cache.ts';
import { useChatSession } from '../session/chat-session.ts';
import { trashTexts } from './texts.ts';

const input = { limit: 50 };
/** All of the trash is read in pages of 200, up to this many of them. */
const maxPages = 500;

/** What lies in the trash, read anew each time it is opened, and the two ways out of it: rows go at once. */
export function useTrash() {
  const utils = trpc.useUtils();
  const { cache } = useChatSession();
  const query = trpc.chat.trash.useInfiniteQuery(input, { getNextPageParam: (page) => page.nextCursor, staleTime: 0 });

  const [restoringAll, setRestoringAll] = useState(false);

  const readAll = async (): Promise<Conversation[]> => {
    const all: Conversation[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < maxPages; page++) {
      const read: ConversationPage = await utils.client.chat.trash.query({
        limit: 200,
        ...(cursor !== null && { cursor }),
      });
      all.push(...read.conversations);
      cursor = read.nextCursor;
      if (cursor === null) break;
    }
    return all;
  };

  const take = async <Result>(
    { id }: Conversation,
    call: () => Promise<Result>,
    said: { done: string; failed: string },
  ): Promise<Result | null> => {
    await utils.chat.trash.cancel(input);
    utils.chat.trash.setInfiniteData(input, (data) => data && withoutConversation(data, id));
    try {
      const result = await call();
      toast({ title: said.done });
      return result;
    } catch (error) {
      toast({ title: said.failed, description: errorText(error), variant: 'destructive' });
      void utils.chat.trash.invalidate(input);
      return null;
    }
  };

  return {
    query,
    restoringAll,
    /** All that is in the trash, what is not loaded too. */
    async restoreAll(): Promise<void> {
      setRestoringAll(true);
      try {
        await actOnConversations({ utils, cache }, 'restore', await readAll());
      } catch (error) {
        toast({ title: trashTexts.restoreAllFailed, description: errorText(error), variant: 'destructive' });
      }
      await utils.chat.trash.invalidate(input);
      setRestoringAll(false);
    },
    rows: conversationsIn(query.data),
    async restore(conversation: Conversation): Promise<void> {
      const said = { done: actionSucceeded('restore', 1), failed: actionFailed('restore', 1) };
      const call = () => utils.client.chat.restore.mutate({ conversationId: conversation.id });
      const restored = await take(conversation, call, said);
      if (restored) cache.putConversation(restored);
    },
    async deleteForever(conversation: Conversation): Promise<void> {
      const said = { done: trashTexts.deleted, failed: actionFailed('delete', 1) };
      await take(conversation, () => utils.client.chat.deleteForever.mutate({ conversationId: conversation.id }), said);
    },
  };
}
