import type { Message } from '@noek/contract/chat/schemas';
import { createContext, useContext } from 'react';

/**
 * What follows when an answer changes. `onDone`: it is final. `onLost`: part of it is missing, so its message has to be read again. A page
 * has one such object, and `answersOf` has its answers: their code is not part of the first page.
 */
export type AnswerChanges = { onDone: (message: Message) => void; onLost: (message: Message) => void };

export const AnswerChangesContext = createContext<AnswerChanges | null>(null);

export function useAnswerChanges(): AnswerChanges {
  const changes = useContext(AnswerChangesContext);
  if (!changes) throw new Error('useAnswerChanges is used outside of <ChatSessionProvider>.');
  return changes;
}
