import type { Message } from '@noek/contract/chat';

/** A message for tests: by default a question without text. */
export const message = (fields: Partial<Message>): Message => ({
  id: 'm',
  conversationId: 1,
  parentId: null,
  role: 'user',
  content: '',
  createdAt: '2025-06-28T10:00:00.000Z',
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
  reasoning: null,
  ...fields,
});
