import { createAtom, useSelector } from '@tanstack/react-store';

/** The dialogs of the chat screen. */
export type ChatDialog = 'guest-limit' | 'clear-conversation' | 'sign-out' | 'shortcuts' | 'trash';

const opened = createAtom<ChatDialog | null>(null);

/** Opens a dialog of the chat screen (null: closes it). */
export const openDialog = (dialog: ChatDialog | null): void => opened.set(dialog);

/** The dialog that is open, or null. */
export const useOpenDialog = (): ChatDialog | null => useSelector(opened);
