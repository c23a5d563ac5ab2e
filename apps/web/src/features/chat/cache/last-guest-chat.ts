import { StoredValue } from '../../../components/base/stored-value/stored-value.ts';

type LastChat = { id: number; title: string };

/** The chat that a guest opened last on this device: guests have no list of their chats. */
export const lastGuestChat = new StoredValue<LastChat | null>('noek_guest_chat', {
  parse(text) {
    const { id, title } = JSON.parse(text ?? '{}') as Partial<LastChat>;
    return Number.isSafeInteger(id) && typeof title === 'string' ? { id: id as number, title } : null;
  },
  print: (chat) => chat && JSON.stringify(chat),
});

/** Forgets the chat that a guest opened last; with an id, only that one. */
export function forgetLastGuestChat(id?: number): void {
  const known = lastGuestChat.get();
  if (known && (id === undefined || id === known.id)) lastGuestChat.set(null);
}
