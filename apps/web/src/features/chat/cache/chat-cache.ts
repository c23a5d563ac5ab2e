import type { Queue } from '@noek/contract/chat/queue';
import type { Conversation, Message, SendResult } from '@noek/contract/chat/schemas';
import type { Allowance } from '@noek/contract/subscription/plans';
import type { QueryClient } from '@tanstack/react-query';
import { createTRPCQueryUtils, getQueryKey } from '@trpc/react-query';
import type { TrpcClient } from '../../../api/client.ts';
import { trpc } from '../../../api/trpc.ts';
import { isSignedIn } from '../../session/current-user.ts';
import { changeQuery, forgetQuery } from './change-query.ts';
import { conversationsIn, isUnused } from './conversation-cache.ts';
import { ConversationLists } from './conversation-lists.ts';
import { forgetLastGuestChat } from './last-guest-chat.ts';
import { listInput } from './list-inputs.ts';
import { emptyWindow, messagesIn } from './message-cache.ts';
import { MessageStore } from './message-store.ts';

const messagesKey = (conversationId: number) => getQueryKey(trpc.chat.messagePage, { conversationId }, 'query');

/** The messages of this page's conversations: how they are read, grow and change. */
export function createMessageStore(client: TrpcClient, queries: QueryClient): MessageStore {
  const { messagePage } = createTRPCQueryUtils({ client, queryClient: queries }).chat;
  return new MessageStore({
    readPage: (input) => client.chat.messagePage.query(input),
    showVersion: (messageId) => client.chat.showVersion.mutate({ messageId }),
    get: (conversationId) => messagePage.getData({ conversationId }),
    set: (conversationId, window) => void messagePage.setData({ conversationId }, window),
    replace(conversationId, window) {
      const input = { conversationId };
      const isReading = queries.isFetching({ queryKey: messagesKey(conversationId), exact: true }) > 0;
      void messagePage.cancel(input);
      messagePage.setData(input, window);
      if (isReading) void messagePage.invalidate(input);
    },
    reload: (conversationId) => void messagePage.invalidate({ conversationId }),
  });
}

export type ChatCache = ReturnType<typeof createChatCache>;

/** The chats that this page knows, and the functions that change them. Created once per page. */
export function createChatCache(client: TrpcClient, queries: QueryClient) {
  const utils = createTRPCQueryUtils({ client, queryClient: queries });
  const lists = new ConversationLists(queries);
  const conversationKey = (conversationId: number) => getQueryKey(trpc.chat.conversation, { conversationId }, 'query');
  const newest = (known: Conversation | undefined, conversation: Conversation) =>
    known && known.updatedAt > conversation.updatedAt ? known : conversation;

  function putConversation(conversation: Conversation): void {
    changeQuery<Conversation>(queries, conversationKey(conversation.id), (known) => newest(known, conversation));
    lists.put([conversation]);
  }

  const windowOf = (conversationId: number) => utils.chat.messagePage.getData({ conversationId });
  const messages = createMessageStore(client, queries);
  const knowsMessage = ({ conversationId, id }: Message) =>
    messagesIn(windowOf(conversationId)).some((message) => message.id === id);

  /** Whether an answer that has ended here is streaming again. */
  const isContinued = (message: Message) =>
    message.status === 'streaming' &&
    messagesIn(windowOf(message.conversationId)).some(({ id, status }) => id === message.id && status !== 'streaming');

  /** Conversations that this page deletes, and leaves as soon as they are gone. */
  const leaving = new Set<number>();

  const forgetMessages = (conversationId: number) =>
    forgetQuery(queries, messagesKey(conversationId), leaving.has(conversationId));

  /** How many times events may have been missed. */
  let misses = 0;

  function refreshAllowance(): void {
    void (isSignedIn(queries) ? utils.chat.allowance.invalidate() : utils.chat.guestStatus.invalidate());
  }

  /** Stores the remaining allowance after a charge. A read that began before the charge does not restore the earlier allowance. */
  function putAllowance(allowance: Allowance): void {
    const { messageLimit, remainingMessages } = allowance;
    if (isSignedIn(queries)) {
      changeQuery(queries, getQueryKey(trpc.chat.allowance, undefined, 'query'), () => allowance);
      return;
    }
    changeQuery(queries, getQueryKey(trpc.chat.guestStatus, undefined, 'query'), () => ({
      ...allowance,
      messageCount: messageLimit - remainingMessages,
      hasReachedLimit: remainingMessages <= 0,
    }));
  }

  return {
    /** The loaded messages: how they are read, grow and change. */
    messages,
    windowOf,
    /** The lists of conversations. */
    lists,
    putConversation,
    conversation: (conversationId: number) => utils.chat.conversation.getData({ conversationId }),

    /** Shows conversations, as a change that was not confirmed makes them, in the lists and on the page if one is open. */
    showConversations(conversations: readonly Conversation[]): void {
      // A page shows no conversation in the trash: it leaves it.
      for (const one of conversations.filter(({ deletedAt }) => !deletedAt))
        changeQuery<Conversation>(queries, conversationKey(one.id), (known) => known && newest(known, one));
      lists.put(conversations);
    },

    /** Reads a conversation that is likely to be opened next, unless it is known. */
    prefetch(conversationId: number): void {
      void utils.chat.conversation.prefetch({ conversationId });
      void queries.prefetchQuery({
        queryKey: messagesKey(conversationId),
        queryFn: () => messages.read(conversationId, null),
      });
    },

    putMessages: (conversationId: number, news: readonly Message[]) => messages.put(conversationId, news),
    knowsMessage,
    isContinued,
    refreshAllowance,
    putAllowance,

    /** A conversation outside projects, or in one, that was created and never used. `isTaken`: something is being sent to it. */
    unused: (isTaken: (id: number) => boolean, projectId?: string | null) =>
      conversationsIn(lists.loaded(listInput(false, projectId ?? undefined))).find(
        (one) => isUnused(one) && !isTaken(one.id),
      ),

    /** Like `unused`, but read from the server. */
    async readUnused(isTaken: (id: number) => boolean, projectId?: string | null): Promise<Conversation | undefined> {
      const { conversations } = await client.chat.conversations.query(listInput(false, projectId ?? undefined));
      return conversations.find((one) => isUnused(one) && !isTaken(one.id));
    },

    /** A new conversation: nothing has to be loaded to show it. */
    putNewConversation(conversation: Conversation): void {
      utils.chat.messagePage.setData({ conversationId: conversation.id }, (known) => known ?? emptyWindow);
      putConversation(conversation);
    },

    putSent({ conversation, userMessage, assistantMessage, allowance }: SendResult, isNew: boolean): void {
      if (isNew) utils.chat.messagePage.setData({ conversationId: conversation.id }, (known) => known ?? emptyWindow);
      putConversation(conversation);
      messages.put(conversation.id, [userMessage, assistantMessage]);
      putAllowance(allowance);
    },

    /** The final message of an answer, which may be on a branch that is not shown. A failure refunds the charge. */
    putDone(message: Message): void {
      messages.putEnd(message);
      if (message.status !== 'complete') refreshAllowance();
    },

    /** Another page may have filled or emptied the trash: it is read again now if it is open. */
    reloadTrash: () => void utils.chat.trash.invalidate(),

    reloadMessages(conversationId: number): void {
      void utils.chat.messagePage.invalidate({ conversationId });
      void utils.chat.queue.invalidate({ conversationId });
    },

    putQueue: ({ conversationId, queue }: { conversationId: number; queue: Queue }) =>
      void utils.chat.queue.setData({ conversationId }, queue),

    /** The messages are read again when the conversation is opened. */
    forgetMessages,

    /** Events may have been missed: visible data is read again now, and all other data when it is shown. */
    reloadAll(): void {
      misses += 1;
      void utils.chat.invalidate();
    },

    /**
     * Call when a request begins. The returned function tells whether events may have been missed since then: an answer that runs
     * according to the response may have ended without an event.
     */
    missedSince(): () => boolean {
      const before = misses;
      return () => misses > before;
    },

    /** Call before this page deletes conversations, so that their data on screen is not read again. */
    leave(conversationIds: readonly number[]): void {
      for (const id of conversationIds) leaving.add(id);
    },

    /** Call if the conversations were not deleted, or were restored. */
    stay(conversationIds: readonly number[]): void {
      for (const id of conversationIds) leaving.delete(id);
    },

    /** Removes all data of a conversation that no longer exists. */
    forgetConversation(conversationId: number): void {
      lists.remove(new Set([conversationId]));
      forgetMessages(conversationId);
      forgetLastGuestChat(conversationId);
      forgetQuery(queries, conversationKey(conversationId), leaving.has(conversationId));
    },
  };
}
