import { maxConversationsAtOnce } from '@noek/contract/chat/limits';
import type { Conversation, ConversationAction } from '@noek/contract/chat/schemas';
import type { TrpcClient } from '../../../api/client.ts';

export type Change = {
  worked: number[];
  /** The error that stopped it early; null: the server handled all ids, and those that failed do not exist. */
  error: unknown;
};

/**
 * Changes conversations on the server, many of them in consecutive steps. A failed step ends it. `onStep` is called with the
 * ids that worked, and with the changed conversation if there is only one.
 */
export async function changeConversations(
  client: TrpcClient,
  action: ConversationAction,
  ids: readonly number[],
  onStep: (worked: readonly number[], conversation: Conversation | null) => void,
): Promise<Change> {
  const worked: number[] = [];
  try {
    const [only] = ids;
    if (ids.length === 1 && only !== undefined) {
      const conversation = await changeOne(client, action, only);
      onStep([only], conversation);
      return { worked: [only], error: null };
    }
    for (let from = 0; from < ids.length; from += maxConversationsAtOnce) {
      const conversationIds = ids.slice(from, from + maxConversationsAtOnce);
      const step = await client.chat.changeConversations.mutate({ action, conversationIds });
      worked.push(...step.conversationIds);
      onStep(step.conversationIds, null);
    }
    return { worked, error: null };
  } catch (error) {
    return { worked, error };
  }
}

async function changeOne(client: TrpcClient, action: ConversationAction, conversationId: number) {
  if (action !== 'delete') return client.chat[action].mutate({ conversationId });
  await client.chat.delete.mutate({ conversationId });
  return null;
}
