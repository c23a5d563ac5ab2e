import type { Conversation } from '@noek/contract/chat/schemas';
import { useMemo, useSyncExternalStore } from 'react';
import type { UnsavedSettings } from '../drafts/unsaved-settings.ts';

export type Modes = Pick<Conversation, 'funMode' | 'harmfulMode'>;

/** The modes of a conversation (null: of the empty chat), with changes that the server does not have yet. */
export function useModes(
  unsaved: UnsavedSettings,
  conversationId: number | null,
  conversation: Conversation | undefined,
): Modes {
  const changed = useSyncExternalStore(unsaved.subscribe, () => unsaved.get(conversationId));
  const funMode = changed.funMode ?? conversation?.funMode ?? false;
  const harmfulMode = funMode && (changed.harmfulMode ?? conversation?.harmfulMode ?? false);
  return useMemo(() => ({ funMode, harmfulMode }), [funMode, harmfulMode]);
}
