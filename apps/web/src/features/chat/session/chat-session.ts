import type { User } from '@noek/contract/auth';
import { createContext, type RefObject, useContext, useSyncExternalStore } from 'react';
import type { ChatCache } from '../cache/use-chat-cache.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { EditDrafts } from '../drafts/edits.ts';
import type { Sends } from '../send/use-sends.ts';

/** What the parts of the chat share: who is here, what is known of their chats, and what is typed and sent. */
export type ChatSession = {
  /** null for guests. */
  user: User | null;
  /** Nothing is read before the server has said who is here. */
  pending: boolean;
  cache: ChatCache;
  drafts: Drafts;
  edits: EditDrafts;
  sends: Sends;
  /** The message box. */
  input: RefObject<HTMLTextAreaElement | null>;
};

export const ChatSessionContext = createContext<ChatSession | null>(null);

export function useChatSession(): ChatSession {
  const session = useContext(ChatSessionContext);
  if (!session) throw new Error('useChatSession is used outside of <ChatSessionContext>.');
  return session;
}

/** What is to be sent from the conversation on screen, and how to send more. */
export const useSend = (): Sends => useChatSession().sends;

/** The draft of the conversation on screen as it is now, and how to change it. */
export function useDraft(): { text: string; write: (text: string) => void } {
  const { drafts, sends } = useChatSession();
  const { conversationId } = sends.navigation;
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(conversationId));
  return { text, write: (typed) => drafts.write(conversationId, typed) };
}

/** Has anything been typed in the conversation on screen that was not sent? */
export function useHasDraft(): boolean {
  const { drafts, sends } = useChatSession();
  const { conversationId } = sends.navigation;
  return useSyncExternalStore(drafts.subscribe, () => drafts.get(conversationId) !== '');
}
