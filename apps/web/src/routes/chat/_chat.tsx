import {
  createFileRoute,
  notFound,
  rootRouteId,
  useLocation,
  useNavigate,
  useParams,
  useRouter,
  useSearch,
} from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ChatNavigation, DocumentPlace } from '../../features/chat/chat-navigation.tsx';
import { ChatScreen } from '../../features/chat/chat-screen.tsx';
import { conversationIdOf, messageOfHash } from '../../features/chat/conversation-id.ts';
import { documentsCode } from '../../features/chat/documents/documents-code.ts';
import { searchOf } from '../../features/chat/documents/search-of.ts';
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
  const router = useRouter();
  // A document is opened beside the page: the reader stays at the same place of the same entry.
  const entry = useLocation({ select: ({ state }) => state.noekBeside ?? state.__TSR_key ?? '' });
  const linked = useLocation({ select: ({ hash }) => messageOfHash(hash) });
  const { message: messageId = linked, ...search } = useSearch({ strict: false });
  const { document: id, version, line } = search;
  const find = id === undefined ? (search.find ?? null) : null;
  const findInDocument = id === undefined ? undefined : search.find;
  const document = useMemo<DocumentPlace | null>(
    () => (id === undefined || conversationId === null ? null : { id, version, line, find: findInDocument }),
    [conversationId, id, version, line, findInDocument],
  );
  const navigation = useMemo<ChatNavigation>(
    () => ({
      conversationId,
      projectId,
      messageId,
      find,
      entry,
      document,
      hrefOf(id, message, query) {
        if (id === null) return '/';
        const search = new URLSearchParams({ ...(message && { message }), ...(query && { find: query }) });
        return search.size > 0 ? `/chat/${id}?${search}` : `/chat/${id}`;
      },
      open(id, options) {
        const replace = options?.replace ?? false;
        const { messageId: message, find: query, document: opened } = options ?? {};
        // A document stays open beside its conversation, whose address then has no search.
        const beside = opened ?? (document && id === conversationId ? document : null);
        const search = {
          ...(message && { message }),
          ...(beside ? searchOf(beside) : query && { find: query }),
        };
        if (id === null) void navigate({ to: '/', replace });
        else void navigate({ to: '/chat/$conversationId', params: { conversationId: String(id) }, search, replace });
      },
      hrefOfDocument: (id, place) => `/chat/${id}?${new URLSearchParams(searchOf(place) as Record<string, string>)}`,
      openDocument: (place) =>
        void documentsCode
          .load()
          .then(({ goToDocument }) => goToDocument(router, { conversationId, document, entry }, place)),
      hrefOfProject: (id) => `/project/${encodeURIComponent(id)}`,
      openProject: (id) => void navigate({ to: '/project/$projectId', params: { projectId: id } }),
    }),
    [conversationId, projectId, messageId, find, entry, document, navigate, router],
  );
  return <ChatScreen navigation={navigation} />;
}
