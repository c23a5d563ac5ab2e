import { filterBy } from '@noek/contract/text/folded-words';
import type { ListedConversation } from '../reading/messages.ts';
import { importTexts } from '../texts.ts';

/** A line of the list: a conversation by its place, or a group with the places of its conversations. */
export type ChoiceRow =
  | { id: number; type: 'conversation'; at: number; conversation: ListedConversation; isInGroup: boolean }
  | { id: number; type: 'group'; name: string; places: number[] };

/**
 * The lines of the conversations with these words in their titles. If there are folders or projects, each comes with a line of its own, in the
 * order of their first conversations, and the conversations without one come last.
 */
export function choiceRows(conversations: readonly ListedConversation[], search: string): ChoiceRow[] {
  const hasWords = filterBy(search);
  const isInGroup = conversations.some(({ group }) => group !== null);
  const found = conversations.flatMap((conversation, at): (ChoiceRow & { type: 'conversation' })[] => {
    return hasWords(conversation.title) ? [{ id: at, type: 'conversation', at, conversation, isInGroup }] : [];
  });
  if (!isInGroup) return found;
  const groups = Map.groupBy(found, ({ conversation }) => conversation.group);
  const named = [...groups].sort(([a], [b]) => Number(a === null) - Number(b === null));
  return named.flatMap(([name, rows], group) => [
    // Conversations have the ids from 0 on.
    { id: -1 - group, type: 'group', name: name ?? importTexts.choice.noGroup, places: rows.map(({ at }) => at) },
    ...rows,
  ]);
}

/** The places of the conversations in these lines. */
export const placesOf = (rows: readonly ChoiceRow[]): number[] =>
  rows.flatMap((row) => (row.type === 'conversation' ? [row.at] : []));
