import { type RefObject, useMemo } from 'react';
import type { Drafts } from '../drafts.ts';
import type { OutgoingMessage } from './outgoing-messages.ts';
import type { Outgoing } from './use-outgoing.ts';
import type { WaitingMessageActions } from './waiting-message.tsx';

/** What waits to be sent in one conversation, and what can be done with it. */
export function useWaiting(options: {
  outgoing: Outgoing;
  conversationId: number | null;
  /** Who is here; null for a guest. */
  ownerId: string | null;
  drafts: Drafts;
  input: RefObject<HTMLTextAreaElement | null>;
}): { waiting: readonly OutgoingMessage[]; waitingActions: WaitingMessageActions } {
  const { outgoing, conversationId, ownerId, drafts, input } = options;
  const { all, store, isSending, sendNow } = outgoing;
  const waiting = useMemo(
    () => all.filter((one) => one.conversationId === conversationId && one.ownerId === ownerId),
    [all, conversationId, ownerId],
  );
  const waitingActions: WaitingMessageActions = {
    isSending,
    onSendNow: sendNow,
    onEdit({ clientMessageId, content }) {
      store.remove(clientMessageId);
      drafts.takeBack(conversationId, { content, clientMessageId });
      input.current?.focus();
    },
    onDiscard: ({ clientMessageId }) => store.remove(clientMessageId),
  };
  return { waiting, waitingActions };
}
