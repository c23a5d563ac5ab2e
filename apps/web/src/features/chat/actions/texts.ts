import { trashDays } from '@noek/contract/chat/limits';
import type { ConversationAction } from '@noek/contract/chat/schemas';
import { counted } from '../../../components/base/texts.ts';

const single = {
  archive: ['archive', 'archived'],
  unarchive: ['restore', 'restored'],
  delete: ['delete', 'deleted'],
  restore: ['restore', 'restored'],
} as const;
const several = { archive: 'archived', unarchive: 'unarchived', delete: 'deleted', restore: 'restored' } as const;
const begun = { archive: 'Archiving', unarchive: 'Unarchiving', delete: 'Deleting', restore: 'Restoring' } as const;

/** Shown while an action on many conversations is running. */
export const actionBegun = (action: ConversationAction, count: number): string =>
  `${begun[action]} ${counted(count)} conversations…`;

/** Shown when an action worked for all of its conversations. */
export function actionSucceeded(action: ConversationAction, count: number): string {
  return count === 1
    ? `Conversation ${single[action][1]} successfully`
    : `${counted(count)} conversations ${several[action]} successfully`;
}

/** Shown when an action failed for at least one conversation. */
export function actionFailed(action: ConversationAction, count: number): string {
  return count === 1 ? `Failed to ${single[action][0]} conversation` : `Failed to ${action} some conversations`;
}

/** Pins a conversation above the others, or unpins it. */
export const pinLabels = { pin: 'Pin', unpin: 'Unpin' } as const;

/** Shown when a conversation was pinned, or unpinned. */
export const pinSucceeded = (pinned: boolean): string => `Conversation ${pinned ? 'pinned' : 'unpinned'} successfully`;
export const pinFailed = (pinned: boolean): string => `Failed to ${pinned ? 'pin' : 'unpin'} conversation`;

/** Why an action did not work for all of its conversations. `reason`: a sentence; null: the others no longer exist on the server. */
export function failureReason(
  action: ConversationAction,
  { worked, count }: { worked: number; count: number },
  reason: string | null,
): string {
  const gone =
    count === 1 ? 'It no longer exists.' : worked === 0 ? 'They no longer exist.' : 'The others no longer exist.';
  const why = reason ?? gone;
  return worked === 0 ? why : `${counted(worked)} of ${counted(count)} conversations were ${several[action]}. ${why}`;
}

/** The title of the question before conversations are deleted. */
export const deleteTitle = (count: number): string => (count > 1 ? 'Delete conversations' : 'Delete conversation');

/** The question before conversations are deleted, in the specification's words. What follows it makes them true. */
export function deleteQuestion(count: number): string {
  return count === 1
    ? 'Are you sure you want to delete this conversation? This action cannot be undone.'
    : `Are you sure you want to delete ${counted(count)} archived conversations? This action cannot be undone.`;
}

/** Under the question: when conversations that move to the trash are really deleted, and what is lost immediately. */
export function deleteNote(count: number, hasLink: boolean): string {
  const effect = `It takes effect after ${trashDays} days in the trash. Until then, you can restore the ${count === 1 ? 'conversation' : 'conversations'}.`;
  return hasLink ? `${effect} ${linkLost(count)}` : effect;
}

/** Restoring a conversation does not bring its link back. */
export const linkLost = (count: number): string =>
  count === 1
    ? 'Its shared link stops working now, and restoring does not bring it back.'
    : 'Shared links stop working now, and restoring does not bring them back.';

/** Said of a conversation that moves to the trash. */
export const restorable = `You can restore it from the trash for ${trashDays} days.`;
