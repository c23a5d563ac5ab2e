import { useEffect } from 'react';
import { useStoredValue } from '../../../components/base/stored-value/use-stored-value.ts';
import { forgetLastGuestChat, lastGuestChat } from '../cache/last-guest-chat.ts';
import { useOpenConversation } from './open-conversation.ts';
import { useSession } from './session.ts';

/** The chat that a guest in the empty chat opened last; null for all other people. */
export function useLastGuestChat() {
  const { user, pending } = useSession();
  const current = useOpenConversation();
  const known = useStoredValue(lastGuestChat);
  return user || pending || current.id !== null ? null : known;
}

/** Remembers which chat a guest has open, until it no longer exists or belongs to an account. Call it once per chat screen. */
export function useRememberGuestChat(): void {
  const { user, pending } = useSession();
  const current = useOpenConversation();
  const { id, isMissing } = current;
  const title = current.conversation?.title;
  useEffect(() => {
    if (pending) return;
    if (user) forgetLastGuestChat();
    else if (id !== null && isMissing) forgetLastGuestChat(id);
    else if (id !== null && title !== undefined) lastGuestChat.set({ id, title });
  }, [user, pending, id, isMissing, title]);
}
