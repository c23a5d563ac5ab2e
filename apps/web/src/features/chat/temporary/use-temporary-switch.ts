import { useOpenConversation } from '../session/open-conversation.ts';
import { useSession } from '../session/session.ts';
import { newIsTemporary } from '../temporary-chats.ts';

/** Starts a temporary chat, and in one a usual chat. What was typed in an empty chat comes along. */
export function useTemporarySwitch(): () => void {
  const { cache } = useSession();
  const { id, isTemporary, drafts, input, newChat, newTemporaryChat } = useOpenConversation();
  return () => {
    if (!isTemporary) {
      newTemporaryChat();
      // A draft that stays in its place moves, too: this device keeps it no longer.
      if (id === null || cache.windowOf(id)?.messages.length === 0) drafts.move(id, null);
    } else if (id === null) {
      newIsTemporary.set(false);
      drafts.move(null, null);
      input.current?.focus();
    } else newChat();
  };
}
