import type { User } from '@noek/contract/auth/schemas';
import { createContext, useContext } from 'react';
import type { ConversationActions } from '../actions/use-conversation-actions.ts';
import type { ChatCache } from '../cache/chat-cache.ts';

/** The person on this page, and what the page knows of their chats. */
export type Session = {
  /** null for guests. */
  user: User | null;
  /** The server has not said yet who is signed in; until then nothing is read. */
  pending: boolean;
  /** The server cannot be reached; `user` is the person who was signed in last. */
  isOffline: boolean;
  /** A person is signed in, or was when this page was last open. */
  hasSidebar: boolean;
  /** Lists kept on this device are on screen. */
  isCached: boolean;
  cache: ChatCache;
  /** Archives, restores and deletes conversations. */
  act: ConversationActions;
  /** Signs out at once, without asking about unsent messages. */
  signOut: () => void;
  /** Signs out; asks first while messages or changes are unsent, because they would be lost. */
  askToSignOut: () => void;
};

export const SessionContext = createContext<Session | null>(null);

/** Who is here. */
export function useSession(): Session {
  const who = useContext(SessionContext);
  if (!who) throw new Error('useWho is used outside of <ChatSessionProvider>.');
  return who;
}
