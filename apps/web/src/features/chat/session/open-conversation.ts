import { createContext, type RefObject, useContext, useSyncExternalStore } from 'react';
import type { Drafts } from '../drafts/drafts.ts';
import type { EditDrafts } from '../drafts/edits.ts';
import type { UnsavedSettings } from '../drafts/unsaved-settings.ts';
import type { CurrentConversation } from './use-current-conversation.ts';
import type { Modes } from './use-modes.ts';

/** The conversation on screen, and what is being written in it. */
export type OpenConversation = CurrentConversation & {
  /** Its modes, or those that were chosen for the empty chat. */
  modes: Modes;
  drafts: Drafts;
  edits: EditDrafts;
  unsavedSettings: UnsavedSettings;
  /** The message box. */
  input: RefObject<HTMLTextAreaElement | null>;
  /** It is temporary, or the empty chat is to become temporary. */
  isTemporary: boolean;
  /** Leaves the conversation for a new one. On the page of a project, it is in the project. */
  newChat: () => void;
  /** The same in a project; null: outside projects. */
  newChatIn: (projectId: string | null) => void;
  /** Leaves it for a new one that is in no list and is deleted soon. */
  newTemporaryChat: () => void;
};

export const OpenConversationContext = createContext<OpenConversation | null>(null);

/** The conversation on screen. */
export function useOpenConversation(): OpenConversation {
  const open = useContext(OpenConversationContext);
  if (!open) throw new Error('useOpenConversation is used outside of <ChatSessionProvider>.');
  return open;
}

/** The draft of the conversation on screen, and how to change it. */
export function useDraft(): { text: string; write: (text: string) => void } {
  const { drafts, id } = useOpenConversation();
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(id));
  return { text, write: (typed) => drafts.write(id, typed) };
}

/** The files of this draft. */
export function useDraftFiles() {
  const { drafts, id } = useOpenConversation();
  return useSyncExternalStore(drafts.subscribe, () => drafts.files(id));
}

/** Whether the conversation on screen has a draft. */
export function useHasDraft(): boolean {
  const { drafts, id } = useOpenConversation();
  return useSyncExternalStore(drafts.subscribe, () => drafts.get(id) !== '' || drafts.files(id).length > 0);
}
