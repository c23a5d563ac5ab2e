import type { Conversation } from '@noek/contract/chat/schemas';
import { createAtom, useSelector } from '@tanstack/react-store';

const renamed = createAtom<Conversation | null>(null);

/** Opens the dialog that renames a conversation (null: closes it). */
export const renameConversation = (conversation: Conversation | null): void => renamed.set(() => conversation);

/** The conversation that is being renamed, or null. */
export const useRenamedConversation = (): Conversation | null => useSelector(renamed);
