import type { QueryClient } from '@tanstack/react-query';
import { createTRPCQueryUtils, getQueryKey } from '@trpc/react-query';
import type { TrpcClient } from '../../../api/client.ts';
import { trpc } from '../../../api/trpc.ts';
import { conversationIdOf } from '../conversation-id.ts';
import { createMessageStore } from './chat-cache.ts';

/** The conversation that an address opens; null for any other page. */
export const openedConversation = ({ pathname }: Pick<URL, 'pathname'>): number | null =>
  conversationIdOf(/^\/chat\/([^/]+)\/?$/.exec(pathname)?.[1] ?? '');

/**
 * Requests the conversation that a page was opened with, and its newest messages, or the part of it that another person shared. It uses
 * one request, which is sent as soon as it is known who is here, and does not wait for the screen to render. The screen repeats failed
 * requests and reports their errors.
 */
export function readOpened(client: TrpcClient, queryClient: QueryClient, address: URL): void {
  const conversationId = openedConversation(address);
  if (conversationId === null) return;
  const { chat } = createTRPCQueryUtils({ client, queryClient });
  void chat.conversation.prefetch({ conversationId });
  void chat.shared.prefetch({ conversationId, unlessOwn: true });
  // The screen itself reads the messages around a given one.
  if (address.searchParams.has('message') || address.hash) return;
  const messages = createMessageStore(client, queryClient);
  void queryClient.prefetchQuery({
    queryKey: getQueryKey(trpc.chat.messagePage, { conversationId }, 'query'),
    queryFn: () => messages.read(conversationId, null),
  });
}
