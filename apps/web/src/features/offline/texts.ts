/** The texts about the connection of the page. */
export const offlineTexts = {
  offline: 'You are offline.',
  unreachable: "Can't reach Noek right now.",
  recentChatsReadable: 'You can still read your recent chats.',
} as const;
