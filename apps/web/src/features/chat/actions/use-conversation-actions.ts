import type { Conversation, ConversationAction } from '@noek/contract/chat';
import { useMemo } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { keepTrying } from '../../../components/keep-trying.ts';
import type { ChatCache } from '../cache/use-chat-cache.ts';

/**
 * Archives, restores and deletes conversations; see `actOnConversations`, whose code loads with the sidebar or the first
 * action. Resolves to the ids of those for which it worked; `onUndone` is called when it was taken back.
 */
export function useConversationActions(cache: ChatCache) {
  const utils = trpc.useUtils();
  return useMemo(
    () =>
      async (action: ConversationAction, rows: readonly Conversation[], onUndone?: () => void): Promise<number[]> => {
        const { actOnConversations } = await keepTrying(() => import('./act-on-conversations.ts'));
        return actOnConversations({ utils, cache }, action, rows, { onUndone });
      },
    [utils, cache],
  );
}
