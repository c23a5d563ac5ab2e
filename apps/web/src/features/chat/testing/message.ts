import type { Message } from '@noek/contract/chat/schemas';
import { createdAt } from './conversation.ts';

/** A message of conversation 7 for tests: by default a question whose text is its id. */
export const message = (id: string, fields: Partial<Message> = {}): Message => ({
  id,
  conversationId: 7,
  parentId: null,
  role: 'user',
  content: id,
  createdAt,
  status: 'complete',
  clientMessageId: null,
  answeredBy: null,
  error: null,
  sequence: 0,
  feedback: null,
  errorHint: null,
  turnsLeftOut: 0,
  model: null,
  steps: [],
  sources: [],
  memories: [],
  instructions: [],
  files: [],
  usedFiles: [],
  documents: [],
  reasoning: null,
  usage: null,
  ...fields,
});

/** An answer that is streaming and has no text yet. */
export const answer = (id: string, fields: Partial<Message> = {}) =>
  message(id, { role: 'assistant', parentId: 'q', content: '', status: 'streaming', ...fields });
