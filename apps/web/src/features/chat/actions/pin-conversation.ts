import type { Conversation } from '@noek/contract/chat/schemas';
import { tellFailure } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { sendChange } from '../../session/waiting-changes/send-change.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import { conversationsIn } from '../cache/conversation-cache.ts';
import { listInput } from '../cache/list-inputs.ts';
import { useSession } from '../session/session.ts';
import { pinFailed, pinSucceeded } from './texts.ts';

type Api = { utils: ReturnType<typeof trpc.useUtils>; cache: ChatCache };

/**
 * Pins a conversation above the others in the list, or unpins it. Its row moves at once, and moves back if the server refuses. A toast
 * reports the outcome and offers Undo.
 */
async function pinConversation(api: Api, row: Conversation, pinned: boolean, isUndo = false): Promise<void> {
  const { utils, cache } = api;
  put(api, row, pinned);
  try {
    const changed = await sendChange(utils.client, 'pin', { conversationId: row.id, pinned }).answer;
    cache.putConversation(changed);
    const undo = () => void pinConversation(api, changed, !pinned, true);
    toast({ title: pinSucceeded(pinned), ...(!isUndo && { action: { label: 'Undo', run: undo } }) });
  } catch (error) {
    put(api, row, !pinned);
    tellFailure(pinFailed(pinned), error);
  }
}

/** Moves a conversation above the others in its list, or back, as it is known now. `row`: as it was on screen. */
function put({ utils, cache }: Api, row: Conversation, pinned: boolean): void {
  const { id: conversationId, archived, projectId } = row;
  const listed = conversationsIn(utils.chat.conversations.getInfiniteData(listInput(archived, projectId ?? undefined)));
  const known = [utils.chat.conversation.getData({ conversationId }), listed.find(({ id }) => id === conversationId)];
  cache.putConversation({ ...(known.find(Boolean) ?? row), pinned });
}

/** Pins a conversation that is not pinned, and unpins one that is. */
export function useTogglePin(): (conversation: Conversation) => void {
  const utils = trpc.useUtils();
  const { cache } = useSession();
  return (conversation) => void pinConversation({ utils, cache }, conversation, !conversation.pinned);
}
