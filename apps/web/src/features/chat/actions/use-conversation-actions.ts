import type { Conversation, ConversationAction } from '@noek/contract/chat/schemas';
import { useMemo } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { codePart } from '../../../components/base/code-part.ts';
import type { ChatCache } from '../cache/chat-cache.ts';

export type ConversationActions = (
  action: ConversationAction,
  rows: readonly Conversation[],
  onUndone?: () => void,
) => Promise<readonly number[]>;

const actionsCode = codePart(() => import('./act-on-conversations.ts'));

/**
 * Archives, restores and deletes conversations; see `changeConversations`, whose code loads with the sidebar or the first action. Resolves
 * to the ids of the changed conversations; `onUndone` is called after an undo.
 */
export function useConversationActions(cache: ChatCache): ConversationActions {
  const utils = trpc.useUtils();
  return useMemo(
    () => async (action, rows, onUndone) => {
      const { actOnConversations } = await actionsCode.load();
      return actOnConversations({ utils, cache }, action, { rows }, onUndone);
    },
    [utils, cache],
  );
}
