import { trashDays } from '@noek/contract/chat/limits';

const dayMs = 24 * 60 * 60_000;
const shortDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** "Deleted Nov 3 · 12 days left": when it was deleted, and how long it can still be restored, counted from `now`. */
export function trashLabel(deletedAt: string, now: Date): string {
  const deleted = new Date(deletedAt);
  const days = Math.max(1, Math.ceil((deleted.getTime() + trashDays * dayMs - now.getTime()) / dayMs));
  return `Deleted ${shortDate.format(deleted)} · ${days} ${days === 1 ? 'day' : 'days'} left`;
}

/** The texts of the trash. */
export const trashTexts = {
  title: 'Trash',
  lead: `Deleted conversations and projects stay here for ${trashDays} days.`,
  list: 'Deleted conversations and projects',
  projects: 'Projects',
  conversations: 'Conversations',
  empty: 'The trash is empty',
  emptyHint: 'Deleted conversations and projects will appear here',
  restore: 'Restore',
  restoreOne: (title: string) => `Restore “${title}”`,
  restoreAll: 'Restore all',
  allRestored: 'Everything was restored',
  restoreAllFailed: 'Failed to restore everything',
  deletePermanently: 'Delete permanently',
  deleteOne: (title: string) => `Delete “${title}” permanently`,
  deleteNote: (title: string) => `“${title}” and all its messages will be deleted now, and cannot be restored.`,
  deleted: 'Conversation permanently deleted',
} as const;
