import {
  createFileRoute,
  notFound,
  rootRouteId,
  useLocation,
  useNavigate,
  useParams,
  useSearch,
} from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ChatNavigation } from '../../features/chat/chat-navigation.tsx';
import { ChatScreen } from '../../features/chat/chat-screen.tsx';
import { conversationIdOf, messageOfHash } from '../../features/chat/conversation-id.ts';
import { refuseGuests } from './-guest-access.ts';

/** One screen for /, /chat/{id} and /project/{id}: when a new chat gets its id, the screen and a running answer stay mounted. */
export const Route = createFileRoute('/_chat')({
  beforeLoad({ params, context }) {
    const { conversationId, projectId } = params as { conversationId?: string; projectId?: string };
    if (conversationId !== undefined && conversationIdOf(conversationId) === null)
      throw notFound({ routeId: rootRouteId });
    // Otherwise nothing is awaited, so that a chat opens at once.
    return projectId === undefined ? undefined : refuseGuests(context);
  },
  component: Chat,
});

function Chat() {
  const navigate = useNavigate();
  const params = useParams({ strict: false });
  const conversationId = params.conversationId === undefined ? null : conversationIdOf(params.conversationId);
  const projectId = params.projectId ?? null;
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const linked = useLocation({ select: ({ hash }) => messageOfHash(hash) });
  const { message: messageId = linked, find = null } = useSearch({ strict: false });
  const navigation = useMemo<ChatNavigation>(
    () => ({
      conversationId,
      projectId,
      messageId,
      find,
      entry,
      hrefOf(id, message, query) {
        if (id === null) return '/';
        const search = new URLSearchParams({ ...(message && { message }), ...(query && { find: query }) });
        return search.size > 0 ? `/chat/${id}?${search}` : `/chat/${id}`;
      },
      open(id, options) {
        const replace = options?.replace ?? false;
        const { messageId: message, find: query } = options ?? {};
        const search = { ...(message && { message }), ...(query && { find: query }) };
        if (id === null) void navigate({ to: '/', replace });
        else void navigate({ to: '/chat/$conversationId', params: { conversationId: String(id) }, search, replace });
      },
      hrefOfProject: (id) => `/project/${encodeURIComponent(id)}`,
      openProject: (id) => void navigate({ to: '/project/$projectId', params: { projectId: id } }),
    }),
    [conversationId, projectId, messageId, find, entry, navigate],
  );
  return <ChatScreen navigation={navigation} />;
}
