import { X } from 'lucide-react';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { allDocuments, type DocumentPlace } from '../../chat-navigation.tsx';
import { documentTexts } from '../texts.ts';
import { DocumentList } from './document-list.tsx';
import { OpenDocument } from './open-document.tsx';

export type PanelProps = {
  place: DocumentPlace;
  conversationId: number;
  /** The conversation is beside it. */
  isBeside: boolean;
  onOpen: (place: DocumentPlace) => void;
  onClose: () => void;
};

/** A document, or the list of the documents of a conversation. */
export function DocumentPanel(props: PanelProps) {
  const { place, conversationId, onClose, onOpen } = props;
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

export const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <IconButton size="lg" label={documentTexts.panel.close} onClick={onClose}>
    <X aria-hidden />
  </IconButton>
);
