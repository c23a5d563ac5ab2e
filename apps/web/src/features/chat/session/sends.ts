import { createContext, useContext } from 'react';
import type { Sends } from '../send/use-sends.ts';

export const SendsContext = createContext<Sends | null>(null);

/** The outbox of the conversation on screen, and how to send more. */
export function useSend(): Sends {
  const sends = useContext(SendsContext);
  if (!sends) throw new Error('useSend is used outside of <ChatSessionProvider>.');
  return sends;
}
