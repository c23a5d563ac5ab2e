/** What can be done to conversations of the lists; `restore` takes them out of the trash. */
export type ConversationAction = 'archive' | 'unarchive' | 'delete' | 'restore';

const single = {
  archive: ['archive', 'archived'],
  unarchive: ['restore', 'restored'],
  delete: ['delete', 'deleted'],
  restore: ['restore', 'restored'],
} as const;
const several = { archive: 'archived', unarchive: 'unarchived', delete: 'deleted', restore: 'restored' } as const;

/** What is said when it worked for all of them. */
export function actionSucceeded(action: ConversationAction, count: number): string {
  return count === 1
    ? `Conversation ${single[action][1]} successfully`
    : `${count} conversations ${several[action]} successfully`;
}

/** What is said when it did not work for at least one. */
export function actionFailed(action: ConversationAction, count: number): string {
  return count === 1 ? `Failed to ${single[action][0]} conversation` : `Failed to ${action} some conversations`;
}

/** What is asked before conversations are deleted. */
export function deleteQuestion(count: number): string {
  return count === 1
    ? 'Are you sure you want to delete this conversation? This action cannot be undone.'
    : `Are you sure you want to delete ${count} archived conversations? This action cannot be undone.`;
}
