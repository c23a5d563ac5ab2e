import { createFileRoute } from '@tanstack/react-router';
import { LostPage } from '../../components/page/lost-page.tsx';
import { conversationIdOf } from '../../features/chat/conversation-id.ts';
import { PrintScreen } from '../../features/chat/print/print-screen.tsx';

/** A conversation as it is printed. It has neither the sidebar nor the message box. */
export const Route = createFileRoute('/chat/$conversationId/print')({ component: Printed });

function Printed() {
  const { conversationId } = Route.useParams();
  const id = conversationIdOf(conversationId);
  return id === null ? <LostPage returnHref="/" /> : <PrintScreen conversationId={id} chatHref={`/chat/${id}`} />;
}
