import type { SharedMessage } from '@noek/contract/chat/sharing';
import { type RefObject, useEffect, useState } from 'react';
import { toast } from '../../../components/base/toasts/toast.ts';
import { useChatNavigation } from '../chat-navigation.tsx';
import { chatTexts } from '../texts.ts';

/** How long the linked message stays marked, in milliseconds. */
const markMs = 2_000;

/**
 * Scrolls once to the message in the address of a shared conversation, and tells the reader if the conversation does not have it. `index`:
 * the place of the message, so that the list is rendered that far; -1 without one. `marked`: the id of the message to mark.
 */
export function useLinkedMessage(messages: readonly SharedMessage[], list: RefObject<HTMLElement | null>) {
  const { messageId, leaveMessage } = useChatNavigation();
  const [target, setTarget] = useState(messageId);
  if (messageId !== null && messageId !== target) setTarget(messageId);
  const [marked, setMarked] = useState<string | null>(null);
  const index = messages.findIndex(({ id }) => id === target);
  const isThere = index !== -1;
  useEffect(() => {
    if (messageId === null) return;
    leaveMessage(messageId);
    if (!isThere) {
      toast({ title: chatTexts.conversation.messageGone, variant: 'destructive' });
      return;
    }
    const element = list.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`);
    element?.scrollIntoView({ block: 'start' });
    element?.focus({ preventScroll: true });
    setMarked(messageId);
  }, [messageId, isThere, leaveMessage, list]);
  useEffect(() => {
    if (marked === null) return;
    const timer = setTimeout(() => setMarked(null), markMs);
    return () => clearTimeout(timer);
  }, [marked]);
  return { index, marked };
}
