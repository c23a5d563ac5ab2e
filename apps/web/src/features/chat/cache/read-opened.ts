import type { queryUtils } from '../../../api/trpc.ts';
import { conversationIdOf } from '../conversation-id.ts';

/**
 * Asks for the conversation that a page was opened with, and its newest messages, in one request as soon as it is known who
 * is here, and not only when its screen has been built. What fails is asked for again by the screen, which says so.
 */
export function readOpened(
  { chat }: Pick<ReturnType<typeof queryUtils>, 'chat'>,
  { pathname, searchParams }: URL,
): void {
  const conversationId = conversationIdOf(/^\/chat\/([^/]+)\/?$/.exec(pathname)?.[1] ?? '');
  if (conversationId === null) return;
  void chat.conversation.prefetch({ conversationId });
  // The surroundings of a message are the screen's business.
  if (!searchParams.has('message')) void chat.messagePage.prefetch({ conversationId });
}
