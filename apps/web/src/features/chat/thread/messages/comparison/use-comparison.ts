import type { Message } from '@noek/contract/chat/schemas';
import { useEffect } from 'react';
import type { MessageWindow } from '../../../cache/message-cache.ts';
import type { OutboxEntry } from '../../../outbox/outbox-entry.ts';
import { compareAnswer, useCompared } from './compared.ts';

/** Two answers to the last question of the conversation. */
export type Comparison = {
  conversationId: number;
  firstId: string;
  /** null until the server has accepted the request. */
  secondId: string | null;
  /** The request for the second answer, until the server has accepted it. */
  entry: OutboxEntry | null;
  /** The answer that the conversation shows, which the next message follows. */
  shown: Message;
};

/** How long a comparison without a second answer is kept, in milliseconds: an answer arrives shortly after its request was accepted. */
const unansweredMs = 2_000;

/** The compared answer, and its newest other version or the request for one; null if they are not the end of the conversation. */
export function comparisonOf(
  answerId: string,
  { messages, versions, newer }: MessageWindow,
  entries: readonly OutboxEntry[],
): Omit<Comparison, 'conversationId'> | null {
  const shown = messages.at(-1);
  const [entry = null, ...more] = entries;
  const isOther = entry !== null && (entry.kind !== 'regenerate' || entry.parentId !== shown?.parentId);
  if (newer || shown?.role !== 'assistant' || isOther || more.length > 0) return null;
  const all = versions[shown.id] ?? [shown.id];
  if (!all.includes(answerId)) return null;
  const secondId = entry ? null : (all.findLast((id) => id !== answerId) ?? null);
  return entry || secondId !== null ? { firstId: answerId, secondId, entry, shown } : null;
}

/** The comparison in the open conversation; null without one. It ends when something else follows the question or the answers. */
export function useComparison(
  conversationId: number,
  window: MessageWindow,
  entries: readonly OutboxEntry[],
): Comparison | null {
  const answerId = useCompared(conversationId);
  const comparison = answerId === null ? null : comparisonOf(answerId, window, entries);
  const isOver = answerId !== null && comparison === null && window.newer === null && window.messages.length > 0;
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => compareAnswer(conversationId, null), unansweredMs);
    return () => clearTimeout(timer);
  }, [isOver, conversationId]);
  return comparison && { ...comparison, conversationId };
}
