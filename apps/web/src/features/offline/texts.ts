/** What the page says about its connection. */
export const offlineTexts = {
  offline: 'You are offline.',
  unreachable: "Can't reach Noek right now.",
  recentChatsReadable: 'You can still read your recent chats.',
} as const;
