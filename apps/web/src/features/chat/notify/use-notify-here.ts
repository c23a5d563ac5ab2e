import { useEffect } from 'react';
import { useChatNavigation } from '../chat-navigation.tsx';
import { useOpenConversation } from '../session/open-conversation.ts';
import { beginToNotify, notifier } from './notifier.ts';

/** Follows the answers of the conversation on screen, so that the person can be told when one is done. */
export function useNotifyHere(): void {
  const { open } = useChatNavigation();
  const { id, conversation } = useOpenConversation();
  useEffect(() => beginToNotify((conversationId) => open(conversationId)), [open]);
  useEffect(() => {
    notifier.show(id);
    return () => notifier.show(null);
  }, [id]);
  useEffect(() => {
    if (conversation) notifier.know(conversation);
  }, [conversation]);
}
