import type { Conversation } from '@noek/contract/chat/schemas';
import { useCallback, useMemo } from 'react';
import { errorCode, isRefused } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ConversationLists } from '../cache/conversation-lists.ts';
import { noteTemporary } from '../temporary-chats.ts';

export type CurrentConversation = {
  /** Its id; null in the empty chat. */
  id: number | null;
  /** undefined in the empty chat, during loading, and when it cannot be read. */
  conversation: Conversation | undefined;
  /** A conversation is open, loaded or still loading. */
  isOpen: boolean;
  /** The empty chat, or one of the person's own loaded conversations; not a shared conversation of another person. */
  isOwnPage: boolean;
  /** The person has no such conversation. */
  isMissing: boolean;
};

/** The conversation on screen, from `lists` until it is read. `isSending`: a message is being sent to it. */
export function useCurrentConversation(options: {
  conversationId: number | null;
  pending: boolean;
  isSending: boolean;
  lists: ConversationLists;
}): CurrentConversation {
  const { conversationId: id, pending, isSending, lists } = options;
  const listed = useCallback(() => (id === null ? undefined : lists.find(id)), [id, lists]);
  const query = trpc.chat.conversation.useQuery(
    { conversationId: id ?? 0 },
    {
      // The server may have said before the first render that there is no such conversation. It would say so again.
      enabled: ({ state }) => id !== null && !pending && errorCode(state.error) !== 'NOT_FOUND',
      placeholderData: listed,
    },
  );
  const isLost = query.isError && (query.data === undefined || isRefused(query.error));
  const conversation = id === null || isLost ? undefined : query.data;
  // Noted before anything of it could be kept on this device.
  if (conversation) noteTemporary(conversation.id, conversation.temporary);
  const isMissing = id !== null && errorCode(query.error) === 'NOT_FOUND' && !isSending;
  return useMemo(
    () => ({
      id,
      conversation,
      isOpen: id !== null && !isLost,
      isOwnPage: id === null || conversation !== undefined,
      isMissing,
    }),
    [id, conversation, isLost, isMissing],
  );
}
