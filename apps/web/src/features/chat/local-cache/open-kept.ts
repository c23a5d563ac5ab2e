import type { QueryClient } from '@tanstack/react-query';
import { storedUser } from '../../session/start/stored-user.ts';
import { openedConversation } from '../cache/read-opened.ts';
import { loadThread } from '../conversation/load-thread.ts';
import { openLocalCacheEarly } from './use-local-cache.ts';

/**
 * How long the first render waits for what is kept on this device, in milliseconds. Until then the shell is on screen. It comes from
 * the disk, so only a new browser or a disk that is busy takes longer, and then the page renders without it.
 */
const waitMs = 250;
/** The same while the look of the conversation is on screen already: see `useKeptView`. */
const waitWithViewMs = 2_000;

/**
 * Reads what this device keeps of the page for the last person here, and loads the code that shows it, so that the first render
 * shows the conversation and nothing is rendered twice. Resolves when it is there, or when it takes too long.
 */
export async function openKept(queries: QueryClient, address: URL): Promise<void> {
  const user = storedUser();
  if (!user) return;
  const conversationId = openedConversation(address);
  const kept = openLocalCacheEarly(queries, user.id, conversationId);
  const code = conversationId === null ? null : loadThread();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 'kept' in document.documentElement.dataset ? waitWithViewMs : waitMs);
  });
  await Promise.race([Promise.all([kept, code]), tooLate]);
  clearTimeout(timer);
}
