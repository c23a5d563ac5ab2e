import { randomUUIDv7 } from 'node:crypto';
import type { MessageRow } from './chat.queries.ts';

/** The row of a new message. Writing it assigns its ordinal. */
export function newMessage(
  given: Pick<MessageRow, 'conversationId' | 'parentId' | 'role' | 'content' | 'status'> & Partial<MessageRow>,
  now: Date,
): MessageRow {
  return {
    id: randomUUIDv7(),
    ordinal: 0,
    senderKey: null,
    clientMessageId: null,
    answeredBy: null,
    error: null,
    sequence: 0,
    active: true,
    feedback: null,
    feedbackReason: null,
    errorHint: null,
    turnsLeftOut: 0,
    model: null,
    steps: null,
    sources: null,
    usedMemories: null,
    reasoning: null,
    freeContinueUsed: false,
    continueId: null,
    createdAt: now,
    ...given,
  };
}
