import type { queryUtils } from '../../../api/trpc.ts';
import { conversationIdOf } from '../conversation-id.ts';

/**
 * Requests the conversation that a page was opened with, and its newest messages, in one request as soon as it is known who is
 * here, without waiting for the screen to render. The screen repeats failed requests and reports their errors.
 */
export function readOpened(
  { chat }: Pick<ReturnType<typeof queryUtils>, 'chat'>,
  { pathname, searchParams }: URL,
): void {
  const conversationId = conversationIdOf(/^\/chat\/([^/]+)\/?$/.exec(pathname)?.[1] ?? '');
  if (conversationId === null) return;
  void chat.conversation.prefetch({ conversationId });
  // The screen itself reads the messages around a given one.
  if (!searchParams.has('message')) void chat.messagePage.prefetch({ conversationId });
}
