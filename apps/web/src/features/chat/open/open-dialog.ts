import type { Conversation } from '@noek/contract/chat/schemas';
import type { Document } from '@noek/contract/documents/schemas';
import type { Project } from '@noek/contract/projects/schemas';
import { createAtom, useSelector } from '@tanstack/react-store';
import type { Chosen } from '../actions/change-conversations.ts';

/** The dialogs of the chat screen, each with what it needs. `move`: into the project that is created. */
export type ChatDialog =
  | { kind: 'guest-limit' | 'clear-conversation' | 'sign-out' | 'shortcuts' | 'trash' }
  | { kind: 'rename' | 'export' | 'delete-conversation'; conversation: Conversation }
  | { kind: 'share'; conversation: Conversation }
  | { kind: 'link'; conversationId: number }
  | { kind: 'share-document'; document: Pick<Document, 'id' | 'title'> }
  | { kind: 'move'; moved: Chosen; onMoved?: () => void }
  | { kind: 'create-project'; move?: DialogOf<'move'>; name?: string }
  | { kind: 'rename-project' | 'color-project' | 'delete-project'; project: Project };

/** The dialog of a kind. */
export type DialogOf<Kind extends ChatDialog['kind']> = Extract<ChatDialog, { kind: Kind }>;

const opened = createAtom<ChatDialog | null>(null);

/** Opens a dialog of the chat screen, in place of the one that is open (null: closes it). */
export const openDialog = (dialog: ChatDialog | null): void => opened.set(() => dialog);

/** The dialog that is open, or null. */
export const useOpenDialog = (): ChatDialog | null => useSelector(opened);
