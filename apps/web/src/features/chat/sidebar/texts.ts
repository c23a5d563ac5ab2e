import { counted } from '../../../components/base/texts.ts';

/** The texts of the sidebar. */
export const sidebarTexts = {
  heading: 'Chat',
  label: 'Conversations',
  search: 'Search',
  searchHint: (keys: string) => `Search  ${keys}`,
  newChatHint: (keys: string) => `New chat  ${keys}`,
  expand: 'Expand sidebar',
  collapse: 'Collapse sidebar',
  close: 'Close sidebar',
  trash: 'Trash',
  tabs: { label: 'Lists', chats: 'Chats', archived: 'Archived', memories: 'Memories' },
  list: {
    actions: 'List actions',
    chats: 'Chats',
    pinned: 'Pinned',
    noChats: 'No conversations yet',
    noChatsHint: 'Start a new chat to begin!',
    archived: 'Archived chats',
    noArchived: 'No archived conversations',
    noArchivedHint: 'Archived chats will appear here',
    loading: 'Loading conversations',
    loadingMore: 'Loading more…',
  },
  row: {
    running: 'Noek is answering',
    finished: 'New answer',
    sharedHint: 'Shared by link',
    shared: 'Shared',
    takenDown: 'Shared link taken down by an administrator',
    archive: 'Archive',
    unarchive: 'Unarchive',
    delete: 'Delete',
    actionFor: (action: string, title: string) => `${action} “${title}”`,
    actionsFor: (title: string) => `Actions for “${title}”`,
  },
  selection: {
    count: (count: number, more: boolean) =>
      `${counted(count)}${more ? '+' : ''} ${count === 1 ? 'conversation' : 'conversations'}`,
    select: 'Select',
    selectAll: (total: number | null) => (total === null ? 'Select all' : `Select all ${counted(total)}`),
    selectingAll: 'Selecting all…',
    selected: (count: number) => `${counted(count)} selected`,
    failed: 'Failed to select all conversations',
  },
} as const;
