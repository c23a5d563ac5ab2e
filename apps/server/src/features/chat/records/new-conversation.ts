import { randomFillSync } from 'node:crypto';
import { newConversationTitle } from '@noek/contract/chat/schemas';
import type { ConversationRow } from './chat.queries.ts';

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
    shareIncludesDocuments: false,
    shareTakenDownAt: null,
    copiedMessages: 0,
    importJobId: null,
    webSearch: false,
    model: null,
    effort: 'automatic',
    importKey: null,
  };
}

const bytesPerId = 8;
/** Random bytes for the next ids. One call for many ids costs as much as one for a single id. */
const pool = Buffer.alloc(512 * bytesPerId);
let used = pool.length;

/** A random integer in 1 … 2^53 - 1: exact in every JSON parser, and hard to guess. */
function newConversationId(): number {
  for (;;) {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const id = Number(pool.readBigUInt64BE(used) >> 11n);
    used += bytesPerId;
    if (id > 0) return id;
  }
}
