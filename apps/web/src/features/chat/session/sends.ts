import { createContext, useContext } from 'react';
import type { Sends } from '../send/use-sending.ts';

export const SendsContext = createContext<Sends | null>(null);

/** What is sent from the place on screen, and how to send more. */
export function useSend(): Sends {
  const sends = useContext(SendsContext);
  if (!sends) throw new Error('useSend is used outside of <ChatSessionProvider>.');
  return sends;
}
