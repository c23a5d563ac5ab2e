import { allDocuments } from '../../chat-navigation.tsx';
import { readWrittenId } from '../../streaming/written-documents.ts';
import { documentTexts } from '../texts.ts';
import { CloseButton } from './close-button.tsx';
import { DocumentList } from './document-list.tsx';
import { OpenDocument, type PanelProps } from './open-document.tsx';
import { WrittenPanel } from './written-panel.tsx';

/** A document, or the list of the documents of a conversation. */
export function DocumentPanel(props: PanelProps) {
  const { place, conversationId, onClose, onOpen } = props;
  const written = readWrittenId(place.id);
  if (written)
    return (
      <WrittenPanel
        key={place.id}
        messageId={written.messageId}
        documentKey={written.key}
        conversationId={conversationId}
        onOpen={onOpen}
        onClose={onClose}
      />
    );
  if (place.id !== allDocuments) return <OpenDocument key={place.id} {...props} />;
  return (
    <>
      <header className="flex h-(--size-header) flex-none items-center gap-2 border-border border-b pr-2.5 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-medium text-base">{documentTexts.documents}</h2>
        <CloseButton onClose={onClose} />
      </header>
      <div className="scroll-area min-h-0 flex-1 px-2 py-2">
        <DocumentList conversationId={conversationId} onOpen={(id) => onOpen({ id })} />
      </div>
    </>
  );
}
