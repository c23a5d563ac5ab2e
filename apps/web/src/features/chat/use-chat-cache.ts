import type { Conversation, Message, SendResult } from '@noek/contract/chat';
import { useMemo } from 'react';
import { trpc } from '../../api/trpc.ts';
import { withMessages } from './message-cache.ts';
import { withConversation } from './sidebar/conversation-cache.ts';

/** Conversations of a sidebar list come in pages of this size. */
const conversationPageSize = 50;
/** What a sidebar list asks for. */
export const listInput = (archived: boolean) => ({ archived, limit: conversationPageSize });

export type ChatCache = ReturnType<typeof useChatCache>;

/** What this page knows of the person's chats, and how news gets into it. */
export function useChatCache() {
  const utils = trpc.useUtils();
  return useMemo(() => {
    const signedIn = () => Boolean(utils.auth.user.getData());

    function putConversation(conversation: Conversation): void {
      utils.chat.conversation.setData({ conversationId: conversation.id }, conversation);
      if (signedIn())
        utils.chat.conversations.setInfiniteData(
          listInput(conversation.archived),
          (data) => data && withConversation(data, conversation),
        );
    }

    /** Messages that are not loaded yet will be read from the server with the news in them. */
    async function putMessages(conversationId: number, messages: readonly Message[]): Promise<void> {
      await utils.chat.messages.cancel({ conversationId });
      const known = utils.chat.messages.getData({ conversationId });
      if (known) utils.chat.messages.setData({ conversationId }, withMessages(known, messages));
      else await utils.chat.messages.invalidate({ conversationId });
    }

    function refreshAllowance(): void {
      void (signedIn() ? utils.chat.allowance.invalidate() : utils.chat.guestStatus.invalidate());
    }

    return {
      putConversation,
      putMessages,
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

      /** The final message of an answer; its end may have brought a title, and a failure gives the charge back. */
      putDone(message: Message): void {
        void putMessages(message.conversationId, [message]);
        void utils.chat.conversation.invalidate({ conversationId: message.conversationId });
        if (signedIn()) void utils.chat.conversations.invalidate(listInput(false));
        if (message.status !== 'complete') refreshAllowance();
      },

      reloadMessages: (conversationId: number) => void utils.chat.messages.invalidate({ conversationId }),

      /** A conversation that is gone leaves nothing behind. */
      forgetConversation(conversationId: number): void {
        void utils.chat.messages.reset({ conversationId });
        void utils.chat.conversation.reset({ conversationId });
      },
    };
  }, [utils]);
}
