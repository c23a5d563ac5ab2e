import type { Conversation, ConversationAction } from '@noek/contract/chat/schemas';
import type { TrpcClient } from '../../../api/client.ts';
import { withoutShare } from '../cache/shared-conversation.ts';
import {
  type ChangeApi,
  type Chosen,
  changeConversations,
  type ListChange,
  type Sent,
} from './change-conversations.ts';
import { actionBegun, actionFailed, actionSucceeded, failureReason } from './texts.ts';

const opposite = { archive: 'unarchive', unarchive: 'archive', delete: 'restore' } as const;

/** Archives, restores or deletes conversations; see `changeConversations`. */
export const actOnConversations = (
  api: ChangeApi,
  action: ConversationAction,
  chosen: Chosen,
  onUndone?: () => void,
): Promise<readonly number[]> => changeConversations(api, actionOf(action), chosen, onUndone);

/** `isUndo`: it takes another action back, and offers no Undo. */
function actionOf(action: ConversationAction, isUndo = false): ListChange {
  return {
    apply: (row) => after(action, row),
    send: (client, ids) => sendAction(client, action, ids),
    isDeletion: action === 'delete',
    readsAgain: true,
    texts: {
      begun: (count) => actionBegun(action, count),
      succeeded: (count) => actionSucceeded(action, count),
      failed: (count) => actionFailed(action, count),
      failureReason: (outcome, reason) => failureReason(action, outcome, reason),
    },
    ...(!isUndo && action !== 'restore' && { undo: () => actionOf(opposite[action], true) }),
  };
}

function after(action: ConversationAction, row: Conversation): Conversation {
  if (action === 'delete') return { ...row, deletedAt: new Date().toISOString() };
  // Moving a conversation to the trash has ended its link.
  if (action === 'restore') return withoutShare({ ...row, deletedAt: null });
  return { ...row, archived: action === 'archive' };
}

async function sendAction(client: TrpcClient, action: ConversationAction, ids: readonly number[]): Promise<Sent> {
  const [only] = ids;
  if (ids.length > 1 || only === undefined) {
    const { conversationIds } = await client.chat.changeConversations.mutate({ action, conversationIds: [...ids] });
    return { ids: conversationIds };
  }
  const input = { conversationId: only };
  if (action !== 'delete') return { ids, row: await client.chat[action].mutate(input) };
  await client.chat.delete.mutate(input);
  return { ids };
}
