import type { OutboxEntry } from '../outbox/outbox-entry.ts';

/** A message in conversation 7 that waits for a connection. */
export const entry = (clientMessageId: string, fields: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientMessageId,
  ownerId: 'u1',
  conversationId: 7,
  begins: null,
  kind: 'message',
  content: clientMessageId,
  messageId: null,
  createdAt: '2025-06-28T10:00:00.000Z',
  state: 'connection',
  ...fields,
});
