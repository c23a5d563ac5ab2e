import type { ChatNavigation } from '../chat-navigation.tsx';

/** The full address of a message on this host. The page of its conversation opens there; `_chat.tsx` reads it. */
export const messageLink = ({ hrefOf }: ChatNavigation, conversationId: number, messageId: string): string =>
  `${new URL(hrefOf(conversationId), window.location.origin).href}#m-${messageId}`;
