import { v7 as uuidv7 } from 'uuid';
import type { MessageRow } from './chat.queries.ts';

type Given = Pick<MessageRow, 'conversationId' | 'parentId' | 'role' | 'content' | 'status'> & Partial<MessageRow>;

/** The row of a new message. Writing a turn assigns its ordinal. */
export function newMessage(given: Given, now: Date): MessageRow {
  return {
    id: uuidv7(),
    ordinal: 0,
    senderKey: null,
    clientMessageId: null,
    app: null,
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
    usedInstructions: null,
    files: null,
    usedFiles: null,
    documents: null,
    reasoning: null,
    toolsLeftOut: false,
    modelsGone: null,
    usage: null,
    freeContinueUsed: false,
    continueId: null,
    addedByImport: false,
    pasted: false,
    createdAt: now,
    ...given,
  };
}

/** The row of an answer that is about to be made. */
export const newAnswer = (
  given: Pick<MessageRow, 'conversationId' | 'parentId' | 'model'> & Partial<MessageRow>,
  now: Date,
): MessageRow => newMessage({ role: 'assistant', content: '', status: 'streaming', ...given }, now);

/** The row of a message that is copied from a shared conversation or an archive, at the place `ordinal`. */
export const copiedMessage = (given: Given & Pick<MessageRow, 'ordinal' | 'createdAt'>): MessageRow => ({
  ...newMessage(given, given.createdAt),
  // Otherwise every copy would allow another model call that is not paid for.
  freeContinueUsed: true,
});
