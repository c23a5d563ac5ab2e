import type { Conversation } from '@noek/contract/chat/schemas';
import { createAtom, useSelector } from '@tanstack/react-store';

const exported = createAtom<Conversation | null>(null);

/** Opens the dialog that exports a conversation (null: closes it). */
export const exportConversation = (conversation: Conversation | null): void => exported.set(() => conversation);

/** The conversation that is being exported, or null. */
export const useExportedConversation = (): Conversation | null => useSelector(exported);
