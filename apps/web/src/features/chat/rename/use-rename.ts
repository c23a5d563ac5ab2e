import { trpc } from '../../../api/trpc.ts';
import { useSession } from '../session/session.ts';

/** Renames a conversation. Rejects, and changes nothing, if the server refuses. */
export function useRename(): (conversationId: number, title: string) => Promise<void> {
  const utils = trpc.useUtils();
  const { cache } = useSession();
  return async (conversationId, title) =>
    cache.putConversation(await utils.client.chat.update.mutate({ conversationId, title }));
}
