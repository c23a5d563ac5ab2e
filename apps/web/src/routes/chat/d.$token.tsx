import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { SharedDocumentPage } from '../../features/chat/sharing/documents/shared-document-page.tsx';

/** A document that is shared by link, for anyone. */
export const Route = createFileRoute('/d/$token')({ component: SharedDocument });

function SharedDocument() {
  const { token } = Route.useParams();
  const navigate = useNavigate();
  return (
    <SharedDocumentPage
      key={token}
      token={token}
      chatHref="/"
      onContinued={({ conversationId, documentId: document }) =>
        void navigate({
          to: '/chat/$conversationId',
          params: { conversationId: String(conversationId) },
          search: { document },
        })
      }
    />
  );
}
