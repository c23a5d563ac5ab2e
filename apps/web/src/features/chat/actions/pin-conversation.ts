import type { Conversation } from '@noek/contract/chat/schemas';
import { trpc } from '../../../api/trpc.ts';
import { sendChange } from '../../session/waiting-changes/send-change.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import { withPinned } from '../cache/conversation-cache.ts';
import { changeConversations, type ListChange } from './change-conversations.ts';
import { pinFailed, pinSucceeded } from './texts.ts';

/** Pins a conversation above the others in the list, or unpins it. */
function pinOf(pinned: boolean, isUndo = false): ListChange {
  return {
    apply: (row) => withPinned(row, pinned),
    async send(client, ids) {
      const [conversationId = 0] = ids;
      return { ids, row: await sendChange(client, 'pin', { conversationId, pinned }).answer };
    },
    waits: true,
    texts: {
      succeeded: () => pinSucceeded(pinned),
      failed: () => pinFailed(pinned),
      failureReason: (_, reason) => reason ?? '',
    },
    ...(!isUndo && { undo: () => pinOf(!pinned, true) }),
  };
}

/** Pins a conversation that is not pinned, and unpins one that is. */
export function useTogglePin(cache: ChatCache): (conversation: Conversation) => void {
  const utils = trpc.useUtils();
  return (row) => void changeConversations({ utils, cache }, pinOf(!row.pinned), { rows: [row] });
}
