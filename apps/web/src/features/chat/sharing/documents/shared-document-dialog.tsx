import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { errorCode, errorText } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { DialogToastPlace } from '../../../../components/base/toasts/toast-place.tsx';
import { useBackToClose } from '../../../../components/dialogs/back-to-close.ts';
import { escapeCloses } from '../../../../components/dialogs/escape-closes.ts';
import { useReturnFocus } from '../../../../components/dialogs/return-focus.ts';
import { CentredMessage } from '../../../../components/states/centred-message.tsx';
import { Unreadable } from '../../../../components/states/unreadable.tsx';
import { DocumentReader, LoadingDocument } from './document-reader.tsx';
import { sharedDocumentTexts } from './texts.ts';

const texts = sharedDocumentTexts.page;

/** A document of a shared conversation, over the whole page. */
export default function SharedDocumentDialog(props: {
  conversationId: number;
  documentId: string;
  title: string;
  onClose: () => void;
}) {
  const { conversationId, documentId, title, onClose } = props;
  const { data, error, refetch } = trpc.chat.sharedDocument.useQuery(
    { conversationId, documentId },
    { refetchOnWindowFocus: 'always' },
  );
  const isMissing = errorCode(error) === 'NOT_FOUND';
  const returnFocus = useReturnFocus();
  useBackToClose(true, onClose);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-(--z-dialog) bg-scrim data-[state=open]:animate-fade-in" />
        <Radix.Content
          {...returnFocus}
          {...escapeCloses(onClose)}
          aria-describedby={undefined}
          className="fixed inset-0 z-(--z-dialog) flex flex-col overflow-clip border-border bg-background outline-none md:inset-5 md:rounded-[1rem] md:border md:shadow-dialog"
        >
          <header className="flex flex-none items-center gap-2 py-2 pr-2.5 pl-4">
            <Radix.Title dir="auto" className="min-w-0 flex-1 truncate font-medium text-base">
              {data?.title ?? title}
            </Radix.Title>
            <Radix.Close asChild>
              <IconButton label={sharedDocumentTexts.inChat.close} size="lg">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </header>
          {data && !isMissing ? (
            <DocumentReader id={documentId} conversationId={conversationId} document={data} />
          ) : isMissing ? (
            <CentredMessage title={texts.notFound} text={sharedDocumentTexts.continue.ended} />
          ) : error ? (
            <div className="p-4">
              <Unreadable text={errorText(error)} onRetry={() => void refetch()} />
            </div>
          ) : (
            <LoadingDocument />
          )}
          <DialogToastPlace />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
