import type { Conversation, ConversationAction } from '@noek/contract/chat';
import { maxConversationsAtOnce } from '@noek/contract/limits';
import type { trpc } from '../../../api/trpc.ts';

type Client = ReturnType<typeof trpc.useUtils>['client'];

export type Change = {
  worked: number[];
  /** What ended it before its end; null: the server has seen all of them, and those that did not work are not there. */
  error: unknown;
};

/**
 * Has the server change conversations, many in steps one after the other. A step that fails ends it. `onStep` is called
 * with those that worked, and with the changed conversation where it is only one.
 */
export async function changeConversations(
  client: Client,
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

async function changeOne(client: Client, action: ConversationAction, conversationId: number) {
  if (action !== 'delete') return client.chat[action].mutate({ conversationId });
  await client.chat.delete.mutate({ conversationId });
  return null;
}
