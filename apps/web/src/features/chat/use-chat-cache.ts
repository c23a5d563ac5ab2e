import type { Conversation, Message, SendResult } from '@noek/contract/chat';
import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useMemo } from 'react';
import { trpc } from '../../api/trpc.ts';
import { withMessages } from './message-cache.ts';
import { withConversation, withoutConversation } from './sidebar/conversation-cache.ts';

/** Conversations of a sidebar list come in pages of this size. */
const conversationPageSize = 50;
/** What a sidebar list asks for. */
export const listInput = (archived: boolean) => ({ archived, limit: conversationPageSize });

export type ChatCache = ReturnType<typeof useChatCache>;

/** What this page knows of the person's chats, and how news gets into it. */
export function useChatCache() {
  const utils = trpc.useUtils();
  const queries = useQueryClient();
  return useMemo(() => {
    const signedIn = () => Boolean(utils.auth.user.getData());

    const leaveList = (archived: boolean, id: number) =>
      utils.chat.conversations.setInfiniteData(listInput(archived), (data) => data && withoutConversation(data, id));

    function putConversation(conversation: Conversation): void {
      utils.chat.conversation.setData({ conversationId: conversation.id }, conversation);
      if (!signedIn()) return;
      leaveList(!conversation.archived, conversation.id);
      utils.chat.conversations.setInfiniteData(
        listInput(conversation.archived),
        (data) => data && withConversation(data, conversation),
      );
    }

    const messagesOf = (conversationId: number) => utils.chat.messages.getData({ conversationId });
    const knowsMessage = ({ conversationId, id }: Message) =>
      messagesOf(conversationId)?.some((message) => message.id === id) ?? false;

    /** Messages that are not loaded yet, or are just being read, will be read from the server with the news in them. */
    async function putMessages(conversationId: number, messages: readonly Message[]): Promise<void> {
      const input = { conversationId };
      const state = queries.getQueryState(getQueryKey(trpc.chat.messages, input, 'query'));
      const isRead = state?.fetchStatus === 'fetching' || state?.isInvalidated;
      await utils.chat.messages.cancel(input);
      const known = messagesOf(conversationId);
      if (known) utils.chat.messages.setData(input, withMessages(known, messages));
      if (known && isRead) void utils.chat.messages.invalidate(input);
      else if (!known) await utils.chat.messages.invalidate(input);
    }

    function refreshAllowance(): void {
      void (signedIn() ? utils.chat.allowance.invalidate() : utils.chat.guestStatus.invalidate());
    }

    return {
      putConversation,
      putMessages,
      knowsMessage,
      refreshAllowance,

      /** A conversation that was just made: nothing has to be loaded to show it. */
      putNewConversation(conversation: Conversation): void {
        utils.chat.messages.setData({ conversationId: conversation.id }, (known) => known ?? []);
        putConversation(conversation);
      },

      async putSent({ conversation, userMessage, assistantMessage, allowance }: SendResult, isNew: boolean) {
        if (isNew) utils.chat.messages.setData({ conversationId: conversation.id }, (known) => known ?? []);
        putConversation(conversation);
        await putMessages(conversation.id, [userMessage, assistantMessage]);
        if (signedIn()) utils.chat.allowance.setData(undefined, allowance);
        else
          utils.chat.guestStatus.setData(undefined, {
            ...allowance,
            messageCount: allowance.messageLimit - allowance.remainingMessages,
            hasReachedLimit: allowance.remainingMessages <= 0,
          });
      },

      /** The final message of an answer, which may stand on a branch that is not shown. A failure gives the charge back. */
      putDone(message: Message): void {
        if (knowsMessage(message) || !messagesOf(message.conversationId))
          void putMessages(message.conversationId, [message]);
        if (message.status !== 'complete') refreshAllowance();
      },

      reloadMessages: (conversationId: number) => void utils.chat.messages.invalidate({ conversationId }),

      /** Something may have been missed: what is on the screen is read again, and all else when it is shown. */
      reloadAll: () => void utils.chat.invalidate(),

      /** A conversation that is gone leaves nothing behind. */
      forgetConversation(conversationId: number): void {
        for (const archived of [false, true]) leaveList(archived, conversationId);
        void utils.chat.messages.reset({ conversationId });
        void utils.chat.conversation.reset({ conversationId });
      },
    };
  }, [utils, queries]);
}
