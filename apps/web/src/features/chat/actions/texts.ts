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

/** Under the question before conversations are deleted. */
export const restorable = (count: number): string =>
  `You can restore ${count === 1 ? 'it' : 'them'} from the trash for ${trashDays} days.`;

/** The question before conversations are deleted. */
export function deleteQuestion(count: number): string {
  return count === 1
    ? 'Are you sure you want to delete this conversation? This action cannot be undone.'
    : `Are you sure you want to delete ${counted(count)} archived conversations? This action cannot be undone.`;
}
