import type { Message } from '@noek/contract/chat';

/** A message of a test: a question without text, unless something else is given. */
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
  ...fields,
});
