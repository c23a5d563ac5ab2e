import type { Conversation } from '@noek/contract/chat/schemas';

export const createdAt = '2025-06-28T10:00:00.000Z';

/** A conversation for tests, titled "Chat" and its id. */
export const conversation = (id: number, fields: Partial<Conversation> = {}): Conversation => ({
  id,
  title: `Chat ${id}`,
  userId: null,
  updatedAt: '2025-06-28T12:00:00.000Z',
  createdAt,
  archived: false,
  pinned: false,
  projectId: null,
  temporary: false,
  funMode: false,
  harmfulMode: false,
  shared: false,
  sharedAt: null,
  shareExpiresAt: null,
  shareIncludesFiles: false,
  shareIncludesDocuments: false,
  shareTakenDownAt: null,
  webSearch: false,
  model: null,
  effort: 'automatic',
  headMessageId: null,
  deletedAt: null,
  ...fields,
});
