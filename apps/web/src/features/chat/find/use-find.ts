import { useState } from 'react';

/** A search whose results are marked in a conversation. */
export type Find = { conversationId: number; query: string; messageId: string };

/**
 * The search that led to the message on screen; null without one. It lasts until it is closed or another conversation is open,
 * although the address names it only until the page has gone to the message.
 */
export function useFind(given: { conversationId: number | null; query: string | null; messageId: string | null }) {
  const { conversationId, query, messageId } = given;
  const [find, setFind] = useState<Find | null>(null);
  const isNew =
    conversationId !== null &&
    query !== null &&
    messageId !== null &&
    (find?.conversationId !== conversationId || find.query !== query || find.messageId !== messageId);
  if (isNew) setFind({ conversationId, query, messageId });
  else if (find && find.conversationId !== conversationId) setFind(null);
  return { find, close: () => setFind(null) };
}
