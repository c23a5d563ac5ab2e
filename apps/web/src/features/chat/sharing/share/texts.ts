/** The texts of sharing a conversation. */
export const shareTexts = {
  manage: 'Manage shared link',
  takenDown: 'Shared link taken down',
  manageMenu: 'Manage link…',
  manageShort: 'Manage',
  whoCanRead: 'Anyone with the link can read it.',
  copied: 'Link copied!',
  copiedHint: 'Conversation link copied to clipboard',
  link: 'Conversation link',
  failed: 'Failed to share conversation',
} as const;
