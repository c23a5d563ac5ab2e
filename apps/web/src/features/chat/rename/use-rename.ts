import { trpc } from '../../../api/trpc.ts';
import { useChatSession } from '../session/chat-session.ts';

/** Gives a conversation another title: rejects when the server refuses, and then nothing has changed. */
export function useRename(): (conversationId: number, title: string) => Promise<void> {
  const utils = trpc.useUtils();
  const { cache } = useChatSession();
  return async (conversationId, title) =>
    cache.putConversation(await utils.client.chat.rename.mutate({ conversationId, title }));
}
