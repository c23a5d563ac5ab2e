import type { User } from '@noek/contract/auth/schemas';
import { createContext, type RefObject, useContext, useSyncExternalStore } from 'react';
import type { ConversationActions } from '../actions/use-conversation-actions.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { EditDrafts } from '../drafts/edits.ts';
import type { UnsavedSettings } from '../drafts/unsaved-settings.ts';
import type { Sends } from '../send/use-sends.ts';
import type { CurrentConversation } from './use-current-conversation.ts';

/** What the parts of the chat share. `ChatSessionProvider` creates it once per chat screen. */
export type ChatSession = {
  /** null for guests. */
  user: User | null;
  /** The server has not said yet who is signed in; until then nothing is read. */
  pending: boolean;
  /** The server cannot be reached; `user` is the person who was signed in last. */
  isUnreached: boolean;
  /** Somebody is signed in, or was when this page was last open. */
  hasSidebar: boolean;
  /** Lists kept on this device are on screen. */
  isCached: boolean;
  /** The conversation on screen. */
  current: CurrentConversation;
  cache: ChatCache;
  drafts: Drafts;
  edits: EditDrafts;
  unsavedSettings: UnsavedSettings;
  /** The outbox of the conversation on screen, and how to send more. */
  sends: Sends;
  /** Archives, restores and deletes conversations. */
  act: ConversationActions;
  /** Signs out at once, without asking about unsent messages. */
  signOut: () => void;
  /** The message box. */
  input: RefObject<HTMLTextAreaElement | null>;
};

export const ChatSessionContext = createContext<ChatSession | null>(null);

export function useChatSession(): ChatSession {
  const session = useContext(ChatSessionContext);
  if (!session) throw new Error('useChatSession is used outside of <ChatSessionProvider>.');
  return session;
}

/** The outbox of the conversation on screen, and how to send more. */
export const useSend = (): Sends => useChatSession().sends;

/** The draft of the conversation on screen, and how to change it. */
export function useDraft(): { text: string; write: (text: string) => void } {
  const { drafts, current } = useChatSession();
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(current.id));
  return { text, write: (typed) => drafts.write(current.id, typed) };
}

/** Whether the conversation on screen has a draft. */
export function useHasDraft(): boolean {
  const { drafts, current } = useChatSession();
  return useSyncExternalStore(drafts.subscribe, () => drafts.get(current.id) !== '');
}
