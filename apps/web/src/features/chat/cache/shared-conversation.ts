import type { Conversation } from '@noek/contract/chat/schemas';
import type { Share } from '@noek/contract/chat/sharing';

/** A conversation after it was shared. */
export const withShare = (conversation: Conversation, share: Share): Conversation => ({
  ...conversation,
  shared: true,
  sharedAt: share.sharedAt,
  shareExpiresAt: share.expiresAt,
  shareIncludesFiles: share.includesFiles,
  shareIncludesDocuments: share.includesDocuments,
});

/** A conversation after sharing was stopped. */
export const withoutShare = (conversation: Conversation): Conversation => ({
  ...conversation,
  shared: false,
  sharedAt: null,
  shareExpiresAt: null,
  shareIncludesFiles: false,
  shareIncludesDocuments: false,
});
