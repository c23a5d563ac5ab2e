import type { Conversation } from '@noek/contract/chat/schemas';
import { newestFirst } from '../../cache/conversation-cache.ts';

/** A list whose pinned conversations are above the others. `pinned`: those that are known, however far down the list they are. */
export function pinnedFirst(pinned: readonly Conversation[], listed: readonly Conversation[]): Conversation[] {
  const ids = new Set(listed.map(({ id }) => id));
  const above = [...listed.filter((row) => row.pinned), ...pinned.filter(({ id }) => !ids.has(id))];
  return above.length === 0 ? [...listed] : [...above.sort(newestFirst), ...listed.filter((row) => !row.pinned)];
}
