import { createFileRoute, notFound, rootRouteId } from '@tanstack/react-router';
import { conversationIdOf } from '../../features/chat/conversation-id.ts';
import { PrintScreen } from '../../features/chat/print/print-screen.tsx';

/** A conversation as it is printed. It has neither the sidebar nor the message box. */
export const Route = createFileRoute('/chat/$conversationId/print')({
  beforeLoad({ params }) {
    if (conversationIdOf(params.conversationId) === null) throw notFound({ routeId: rootRouteId });
  },
  component: Printed,
});

function Printed() {
  const { conversationId } = Route.useParams();
  return <PrintScreen conversationId={conversationIdOf(conversationId) ?? 0} chatHref={`/chat/${conversationId}`} />;
}
