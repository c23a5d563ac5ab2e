import type { CopiedDocument } from '@noek/contract/documents/sharing';
import { ArrowLeft, MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { errorCode, errorText } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { Button, buttonClass } from '../../../../components/base/button.tsx';
import { usePageTitle } from '../../../../components/base/page-title.ts';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { ToastPlace } from '../../../../components/base/toasts/toast-place.tsx';
import { exactLabel } from '../../../../components/dates/date-labels.ts';
import { PageFrame } from '../../../../components/page/page-frame.tsx';
import { PageLink } from '../../../../components/page/page-link.tsx';
import { CentredMessage } from '../../../../components/states/centred-message.tsx';
import { documentTexts } from '../../documents/texts.ts';
import { ReportButton } from '../../reporting/report-button.tsx';
import { chatTexts } from '../../texts.ts';
import { DocumentReader, LoadingDocument } from './document-reader.tsx';
import { sharedDocumentTexts } from './texts.ts';

const texts = sharedDocumentTexts.page;

/**
 * The page of a document that is shared by link, for anyone. `chatHref`: the address of the chat. `onContinued` opens the reader's own copy.
 */
export function SharedDocumentPage(props: {
  token: string;
  chatHref: string;
  onContinued: (copy: CopiedDocument) => void;
}) {
  const { token, chatHref } = props;
  // A reader who returns to the page must no longer see a document that is no longer shared.
  const { data, isPending, error, refetch } = trpc.documents.shared.useQuery(
    { token },
    { refetchOnWindowFocus: 'always' },
  );
  const isMissing = errorCode(error) === 'NOT_FOUND';
  const document = isMissing ? undefined : data;
  usePageTitle(chatTexts.pageTitle(document?.title ?? (isMissing ? texts.notFound : undefined)));
  return (
    <div className="flex h-[max(100dvh,34rem)] flex-col">
      <PageFrame
        skipToContent={texts.skipToContent}
        className="flex min-h-0 flex-1 flex-col outline-none"
        back={
          <PageLink href={chatHref} className={buttonClass('ghost')}>
            <ArrowLeft className="icon" aria-hidden />
            {texts.toChat}
          </PageLink>
        }
      >
        {document ? (
          <>
            <header className="mx-auto w-full max-w-280 flex-none px-4 pt-5 pb-2">
              <h1
                dir="auto"
                className="text-balance text-2xl tracking-[-0.02em] [overflow-wrap:anywhere] max-md:text-xl"
              >
                {document.title}
              </h1>
              <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4">
                <p className="text-sm text-text-muted">
                  {documentTexts.kinds[document.kind]} · {texts.asOf}{' '}
                  <time dateTime={document.updatedAt}>{exactLabel(document.updatedAt)}</time>
                </p>
                <ReportButton about={{ kind: 'document', token }} />
              </div>
            </header>
            <div className="mx-auto flex min-h-0 w-full max-w-280 flex-1 flex-col">
              {/* It has no conversation that its reader could have. */}
              <DocumentReader id={token} conversationId={0} document={document} />
            </div>
            <ToastPlace className="mx-auto w-full max-w-280 px-4" />
            <ContinueBar token={token} onContinued={props.onContinued} />
          </>
        ) : isPending ? (
          <div className="mx-auto w-full max-w-280">
            <LoadingDocument />
          </div>
        ) : isMissing ? (
          <CentredMessage heading title={texts.notFound} text={texts.notFoundHint}>
            <PageLink href={chatHref} className={buttonClass('primary')}>
              {chatTexts.newChat}
            </PageLink>
          </CentredMessage>
        ) : (
          <CentredMessage heading title={texts.failed} text={errorText(error)}>
            <Button onClick={() => void refetch()}>{chatTexts.tryAgain}</Button>
          </CentredMessage>
        )}
      </PageFrame>
    </div>
  );
}

/** Continues with the document in the reader's own copy. */
function ContinueBar({ token, onContinued }: { token: string; onContinued: (copy: CopiedDocument) => void }) {
  const utils = trpc.useUtils();
  const [copying, setCopying] = useState(false);
  const go = () => {
    setCopying(true);
    utils.client.documents.continueShared.mutate({ token }).then(onContinued, (error: unknown) => {
      setCopying(false);
      const ended = errorCode(error) === 'NOT_FOUND';
      const description = ended ? sharedDocumentTexts.continue.ended : errorText(error);
      toast({ title: sharedDocumentTexts.continue.failed, description, variant: 'destructive' });
      if (ended) void utils.documents.shared.invalidate({ token });
    });
  };
  return (
    <div className="flex-none border-border border-t bg-surface pb-[env(safe-area-inset-bottom)]">
      <div className="mx-auto flex min-h-16 max-w-280 flex-wrap items-center justify-between gap-x-6 gap-y-2.5 px-4 py-3">
        <p className="min-w-0 text-pretty text-sm text-text-muted">{sharedDocumentTexts.continue.hint}</p>
        <Button onClick={go} disabled={copying} className="max-sm:w-full">
          <MessageSquarePlus className="icon" aria-hidden />
          {sharedDocumentTexts.continue.action}
        </Button>
      </div>
    </div>
  );
}
