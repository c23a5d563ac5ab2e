import { History } from 'lucide-react';
import { ChatLink } from '../chat-navigation.tsx';
import { useLastGuestChat } from '../session/use-last-guest-chat.ts';
import { chatTexts, titleOf } from '../texts.ts';

/** Leads a guest back to the chat that was open last. */
export function LastChat() {
  const last = useLastGuestChat();
  if (!last) return null;
  return (
    <ChatLink
      to={last.id}
      className="mt-5 inline-flex min-h-10 max-w-full items-center gap-2 rounded-control px-3 text-sm text-text-muted hover:bg-surface-hover hover:text-text max-md:mt-3"
    >
      <History className="icon" aria-hidden />
      <span className="flex-none">{chatTexts.lastChat}</span>
      <span dir="auto" className="min-w-0 truncate font-medium text-text">
        {titleOf(last)}
      </span>
    </ChatLink>
  );
}
