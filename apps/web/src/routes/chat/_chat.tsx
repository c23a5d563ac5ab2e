import { createFileRoute, notFound, rootRouteId, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ChatNavigation } from '../../features/chat/chat-navigation.tsx';
import { ChatScreen } from '../../features/chat/chat-screen.tsx';
import { conversationIdOf } from '../../features/chat/conversation-id.ts';

/** One screen for / and /chat/{id}: it stays mounted when a new chat gets its id, and so does its running answer. */
export const Route = createFileRoute('/_chat')({
  beforeLoad({ params }) {
    const { conversationId } = params as { conversationId?: string };
    if (conversationId !== undefined && conversationIdOf(conversationId) === null)
      throw notFound({ routeId: rootRouteId });
  },
  component: Chat,
});

function Chat() {
  const navigate = useNavigate();
  const params = useParams({ strict: false });
  const conversationId = params.conversationId === undefined ? null : conversationIdOf(params.conversationId);
  const messageId = useSearch({ strict: false }).message ?? null;
  const navigation = useMemo<ChatNavigation>(
    () => ({
      conversationId,
      messageId,
      hrefOf(id, message) {
        if (id === null) return '/';
        return message ? `/chat/${id}?message=${encodeURIComponent(message)}` : `/chat/${id}`;
      },
      open(id, options) {
        const replace = options?.replace ?? false;
        const search = options?.messageId ? { message: options.messageId } : {};
        if (id === null) void navigate({ to: '/', replace });
        else void navigate({ to: '/chat/$conversationId', params: { conversationId: String(id) }, search, replace });
      },
    }),
    [conversationId, messageId, navigate],
  );
  return <ChatScreen navigation={navigation} />;
}
