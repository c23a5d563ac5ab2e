import { createAtom } from '@tanstack/react-store';

/** The key of the ids that this tab keeps; see `seen-chats.ts`. */
export const seenKey = 'noek_temporary_chats';

/** The empty chat of this page is to become a temporary chat. */
export const newIsTemporary = createAtom(false);

/** The ids of temporary chats that this page has opened. */
const ids = new Set<string>();

/** Whether a chat is temporary, or was until it ended. `name`: that of its draft, which is its id, or "new". */
export const isTemporary = (name: string): boolean => (name === 'new' ? newIsTemporary.get() : ids.has(name));

/** Notes whether a conversation is temporary: then this page keeps nothing of it on the device. */
export function noteTemporary(id: number, temporary: boolean): void {
  if (temporary) ids.add(`${id}`);
  else ids.delete(`${id}`);
}

/** The person has signed out, which ends their temporary chats. */
export function forgetTemporary(): void {
  newIsTemporary.set(false);
  ids.clear();
  try {
    sessionStorage.removeItem(seenKey);
  } catch {
    // Storage is switched off, so nothing was kept.
  }
}
