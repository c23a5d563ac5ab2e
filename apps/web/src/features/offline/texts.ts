/** The texts about the connection of the page. */
export const offlineTexts = {
  offline: 'You are offline.',
  unreachable: "Can't reach Noek right now.",
  recentChatsReadable: 'You can still read your recent chats.',
  changesWait: (count: number) =>
    count === 1
      ? 'Your change will be sent when you are connected.'
      : `Your ${count} changes will be sent when you are connected.`,
} as const;
