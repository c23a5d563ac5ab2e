import type { Document } from '@noek/contract/documents/schemas';
import type { DocumentLink } from '@noek/contract/documents/sharing';
import { documentTakenDownText } from '@noek/contract/documents/texts';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { Button } from '../../../../components/base/button.tsx';
import { Notice } from '../../../../components/base/notice.tsx';
import { Skeleton } from '../../../../components/base/skeleton.tsx';
import { CopyField } from '../../../../components/copy-field.tsx';
import { exactLabel } from '../../../../components/dates/date-labels.ts';
import { AlertDialog } from '../../../../components/dialogs/alert-dialog.tsx';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { DialogButtons, FormButtons } from '../../../../components/dialogs/dialog-buttons.tsx';
import { Unreadable } from '../../../../components/states/unreadable.tsx';
import { isExpired } from '../../documents/share-expiry.ts';
import { documentTexts } from '../../documents/texts.ts';
import { ExpiryField, NewExpiryField, useNewExpiry } from '../expiry-field.tsx';
import { sharedDocumentTexts } from './texts.ts';
import { type ManagedDocumentLink, useCreateDocumentLink, useManageDocumentLink } from './use-document-link.ts';

type Props = { document: Pick<Document, 'id' | 'title'>; onClose: () => void };

const texts = sharedDocumentTexts;
/** How much of the source is shown before a document is shared, in characters. */
const shownCharacters = 2_000;

/** Shows what readers of a document's link will get, and creates, changes or ends the link. */
export default function ShareDocumentDialog({ document, onClose }: Props) {
  const { data, error, refetch } = trpc.documents.link.useQuery({ documentId: document.id }, { staleTime: 0 });
  // It stays what it was when it opened: a link that is ended here is shown as ended.
  const [isAsking, setIsAsking] = useState<boolean>();
  if (data && isAsking === undefined) setIsAsking(data.share === null && data.takenDown === null);
  if (data && isAsking)
    return <AskDialog document={document} onClose={onClose} onNotCopied={() => setIsAsking(false)} />;
  return (
    <Dialog title={texts.link.title} onClose={onClose}>
      {data ? (
        <Managed link={data} document={document} onClose={onClose} onShare={() => setIsAsking(true)} />
      ) : error ? (
        <Unreadable className="mt-4" text={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

function AskDialog({ document, onClose, onNotCopied }: Props & { onNotCopied: () => void }) {
  const { busy, create } = useCreateDocumentLink(document, { onCopied: onClose, onNotCopied });
  const expiry = useNewExpiry();
  const newest = trpc.documents.document.useQuery({ documentId: document.id }, { staleTime: 0 });
  const { data } = newest;
  return (
    <Dialog title={texts.ask.title} className="max-w-136!" busy={busy} onClose={onClose}>
      <form
        className="mt-2 grid gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const expiresAt = expiry.read();
          if (!busy && data && expiresAt !== undefined) create(expiresAt);
        }}
      >
        <p className="text-pretty text-text-muted">{texts.ask.lead}</p>
        {data ? (
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
            tabIndex={0}
            aria-label={texts.ask.preview}
            className="scroll-area grid max-h-[min(16rem,34dvh)] grid-cols-[minmax(0,1fr)] gap-2 rounded-card border border-border bg-background p-4"
          >
            <p dir="auto" className="font-medium [overflow-wrap:anywhere]">
              {data.title}
            </p>
            <p className="text-sm text-text-muted">
              {documentTexts.kinds[data.kind]} · {texts.ask.version(data.version)} ·{' '}
              <time dateTime={data.updatedAt}>{exactLabel(data.updatedAt)}</time>
            </p>
            <pre dir="auto" className="whitespace-pre-wrap break-words font-mono text-sm">
              {data.content.length > shownCharacters ? `${data.content.slice(0, shownCharacters)}…` : data.content}
            </pre>
          </section>
        ) : newest.error ? (
          <Unreadable text={errorText(newest.error)} onRetry={() => void newest.refetch()} />
        ) : (
          <Loading />
        )}
        <NewExpiryField expiry={expiry} />
        <FormButtons
          submit={texts.ask.create}
          disabled={!data}
          isSaving={busy}
          cancelDisabled={busy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

function Managed(props: Props & { link: DocumentLink; onShare: () => void }) {
  const { link, document, onClose, onShare } = props;
  const { share, newest, takenDown } = link;
  const managed = useManageDocumentLink(document.id);
  const name = `“${document.title}”`;
  if (takenDown)
    return (
      <div className="mt-3 grid gap-4">
        <Notice tone="danger">
          <p>{documentTakenDownText}</p>
          {takenDown.reason && (
            <p className="mt-2 whitespace-pre-line">{texts.link.takenDownReason(takenDown.reason)}</p>
          )}
        </Notice>
        <p className="text-sm text-text-muted">{texts.link.takenDown(exactLabel(takenDown.at))}</p>
        <Buttons onClose={onClose} />
      </div>
    );
  if (!share)
    return (
      <div className="mt-2 grid gap-5">
        <Outcome link={managed} otherwise={texts.link.ended} />
        <Buttons onClose={onClose}>
          <Button onClick={onShare}>{texts.ask.title}</Button>
        </Buttons>
      </div>
    );
  const expired = isExpired(share, new Date());
  return (
    <div className="mt-2 grid gap-5">
      <p className="text-pretty text-text-muted [overflow-wrap:anywhere]">{texts.link.works(name)}</p>
      {expired && share.expiresAt && <Notice tone="warning">{texts.link.expired(exactLabel(share.expiresAt))}</Notice>}
      <CopyField label={texts.link.label} value={share.url} />
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium text-sm">{texts.link.shows(share.version, newest)}</p>
          <p className="text-sm text-text-muted">
            <time dateTime={share.sharedAt}>{exactLabel(share.sharedAt)}</time>
          </p>
        </div>
        <Button variant="quiet" size="sm" disabled={managed.busy} onClick={() => managed.share({})}>
          {texts.link.update}
        </Button>
      </div>
      <ExpiryField
        expiresAt={share.expiresAt}
        expired={expired}
        disabled={managed.busy}
        onExpiry={(expiresAt) => managed.share({ expiresAt, refresh: false })}
      />
      <Outcome link={managed} />
      <StopSharing name={name} link={managed} onClose={onClose} />
    </div>
  );
}

/** The outcome of the last change, announced to screen readers. `otherwise`: what is said before there was one. */
function Outcome({ link, otherwise = '' }: { link: ManagedDocumentLink; otherwise?: string }) {
  return (
    <>
      <p role="status" className="text-sm text-text-muted empty:hidden">
        {link.done || otherwise}
      </p>
      {link.problem && (
        <p role="alert" className="text-danger-ink text-sm">
          {link.problem}
        </p>
      )}
    </>
  );
}

function StopSharing(props: { name: string; link: ManagedDocumentLink; onClose: () => void }) {
  const { name, link, onClose } = props;
  const [asking, setAsking] = useState(false);
  return (
    <Buttons onClose={onClose}>
      <Button variant="danger-quiet" className="mr-auto" disabled={link.busy} onClick={() => setAsking(true)}>
        {texts.link.stop}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.link.stop}
        question={texts.link.stopQuestion(name)}
        confirm={texts.link.stop}
        destructive
        onConfirm={link.end}
      />
    </Buttons>
  );
}

function Buttons({ onClose, children }: { onClose: () => void; children?: ReactNode }) {
  return (
    <DialogButtons className="border-border border-t pt-5">
      {children}
      <Button variant="quiet" onClick={onClose}>
        {texts.link.done}
      </Button>
    </DialogButtons>
  );
}

function Loading() {
  return (
    <div role="status" className="mt-3 grid gap-5">
      <span className="sr-only">{texts.link.loading}</span>
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  );
}
