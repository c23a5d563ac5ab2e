import { newConversationTitle } from '@noek/contract/chat/schemas';
import type { ConversationRow } from './chat.queries.ts';
import { newConversationId } from './conversation-id.ts';

/** The row of a new conversation. */
export function newConversationRow(
  owner: { userId: string | null; guestId: string | null },
  now: Date,
  title?: string,
): ConversationRow {
  return {
    id: newConversationId(),
    userId: owner.userId,
    guestId: owner.guestId,
    title: title || newConversationTitle,
    archived: false,
    pinned: false,
    projectId: null,
    formerProjectId: null,
    temporary: false,
    funMode: false,
    harmfulMode: false,
    headMessageId: null,
    nextOrdinal: 0,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    sharedAt: null,
    shareExpiresAt: null,
    shareIncludesFiles: false,
    shareTakenDownAt: null,
    copiedMessages: 0,
    importJobId: null,
    webSearch: false,
    model: null,
    effort: 'automatic',
    importKey: null,
  };
}
