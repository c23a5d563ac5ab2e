import { StoredValue } from '../../../../components/base/stored-value/stored-value.ts';
import { seenKey } from '../../temporary-chats.ts';

type Seen = { userId: string; ids: readonly number[] };

/**
 * The ids of the temporary chats that a person has seen in this tab, so that a reload after the end of one says that it has ended. Nothing
 * else of them is kept on this device.
 */
const seen = new StoredValue<Seen>(
  seenKey,
  {
    parse(text) {
      const { userId, ids } = JSON.parse(text ?? '{}') as Partial<Seen>;
      return typeof userId === 'string' && Array.isArray(ids) ? { userId, ids } : { userId: '', ids: [] };
    },
    print: (value) => (value.ids.length > 0 ? JSON.stringify(value) : null),
  },
  'sessionStorage',
);

export function hasSeenTemporary(userId: string, id: number): boolean {
  const known = seen.get();
  return known.userId === userId && known.ids.includes(id);
}

/** Those of another person are forgotten. */
export function seeTemporary(userId: string, id: number): void {
  if (hasSeenTemporary(userId, id)) return;
  const known = seen.get();
  seen.set({ userId, ids: [...(known.userId === userId ? known.ids : []), id] });
}

/** The chat is a usual one now. */
export const forgetSeenTemporary = (id: number): void =>
  seen.set({ ...seen.get(), ids: seen.get().ids.filter((one) => one !== id) });
