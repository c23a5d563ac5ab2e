import type { Conversation } from '@noek/contract/chat/schemas';
import { takenDownText } from '@noek/contract/chat/texts';
import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { DialogToastPlace } from '../../../components/base/toasts/toast-place.tsx';
import { exactLabel } from '../../../components/dates/date-labels.ts';
import { AlertDialog } from '../../../components/dialogs/alert-dialog.tsx';
import { useBackToClose } from '../../../components/dialogs/back-to-close.ts';
import { DialogButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { overlayClass, panelClass } from '../../../components/dialogs/dialog-classes.ts';
import { escapeCloses } from '../../../components/dialogs/escape-closes.ts';
import { useReturnFocus } from '../../../components/dialogs/return-focus.ts';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { openDialog } from '../open/open-dialog.ts';
import { useSession } from '../session/session.ts';
import { chatTexts, titleOf } from '../texts.ts';
import { ExpiryField } from './expiry-field.tsx';
import { IncludeChoice } from './include-choice.tsx';
import { LinkField } from './link-field.tsx';
import { linkState } from './share/share-link.ts';
import { sharingTexts } from './texts.ts';
import { type ManagedLink, useManageLink } from './use-manage-link.ts';

/** Manages the shared link of a conversation: copy, update, expiry, stop sharing. */
export function ManageLinkDialog(props: { conversationId: number; onClose: () => void }) {
  const link = useManageLink(props.conversationId);
  const returnFocus = useReturnFocus();
  useBackToClose(true, props.onClose);
  return (
    <Radix.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass}>
          <Radix.Content
            className={panelClass}
            aria-describedby={undefined}
            {...returnFocus}
            {...escapeCloses(props.onClose)}
          >
            <Radix.Title className="pr-8 text-lg">{sharingTexts.link.title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={chatTexts.close} className="absolute top-2.5 right-2.5">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
            <Content link={link} conversationId={props.conversationId} />
            <DialogToastPlace />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Content({ link, conversationId }: { link: ManagedLink; conversationId: number }) {
  // The cached conversation is shown until the server answers, so that the dialog also opens offline.
  const { cache } = useSession();
  const { data: conversation, isPending, error, refetch } = trpc.chat.conversation.useQuery({ conversationId });
  if (isPending) return <LoadingLink />;
  if (!conversation) return <Unreadable className="mt-4" text={errorText(error)} onRetry={() => void refetch()} />;

  const state = linkState(conversation, new Date());
  const includesFiles = link.including.includeFiles ?? Boolean(conversation.shareIncludesFiles);
  const loaded = cache.windowOf(conversationId);
  const mayHaveFiles = !loaded || loaded.older !== null || loaded.messages.some(({ files }) => files.length > 0);
  const name = `“${titleOf(conversation)}”`;
  if (state === 'taken-down') return <TakenDown conversationId={conversationId} />;
  return (
    <div className="mt-2 grid gap-5">
      <p className="text-pretty text-text-muted [overflow-wrap:anywhere]">
        {state === 'none' ? sharingTexts.link.notShared(name) : sharingTexts.link.works(name)}
      </p>
      {state === 'expired' && conversation.shareExpiresAt && (
        <Notice tone="warning">{sharingTexts.link.expired(exactLabel(conversation.shareExpiresAt))}</Notice>
      )}
      {state === 'none' ? (
        <Button className="justify-self-start" onClick={() => openDialog({ kind: 'share', conversation })}>
          {chatTexts.share}
        </Button>
      ) : (
        <>
          <LinkField conversationId={conversationId} />
          <div className="flex items-center justify-between gap-4">
            <div className="min-w-0">
              <p className="font-medium text-sm">{sharingTexts.link.snapshot}</p>
              <p className="text-sm text-text-muted">
                <time dateTime={conversation.sharedAt ?? undefined}>{exactLabel(conversation.sharedAt ?? '')}</time>
              </p>
            </div>
            <Button variant="quiet" size="sm" disabled={link.busy} onClick={() => link.share({})}>
              {sharingTexts.link.update}
            </Button>
          </div>
          <ExpiryField
            expiresAt={conversation.shareExpiresAt}
            expired={state === 'expired'}
            disabled={link.busy}
            onExpiry={(expiresAt) => link.share({ expiresAt, refresh: false })}
          />
          {(includesFiles || mayHaveFiles) && (
            <IncludeChoice
              label={sharingTexts.files.include}
              hint={sharingTexts.files.hint}
              checked={includesFiles}
              disabled={link.busy}
              onChange={(includeFiles) =>
                link.share(includeFiles ? { includeFiles } : { includeFiles, refresh: false })
              }
            />
          )}
          <IncludeDocuments conversation={conversation} link={link} />
        </>
      )}
      <Outcome link={link} />
      {state !== 'none' && <StopSharing name={name} link={link} />}
    </div>
  );
}

/** Whether readers get the documents. A conversation without any has no such choice. */
function IncludeDocuments({ conversation, link }: { conversation: Conversation; link: ManagedLink }) {
  const { data: documents = [] } = trpc.documents.list.useQuery({ conversationId: conversation.id });
  const isIncluded = link.including.includeDocuments ?? Boolean(conversation.shareIncludesDocuments);
  if (!isIncluded && documents.length === 0) return null;
  return (
    <IncludeChoice
      label={sharingTexts.documents.include}
      hint={sharingTexts.documents.hint}
      checked={isIncluded}
      disabled={link.busy}
      onChange={(includeDocuments) =>
        link.share(includeDocuments ? { includeDocuments } : { includeDocuments, refresh: false })
      }
    />
  );
}

/** Says that an administrator took the link down, and why. */
function TakenDown({ conversationId }: { conversationId: number }) {
  const { data, error, refetch } = trpc.reports.ownTakeDown.useQuery({ conversationId });
  return (
    <div className="mt-3 grid gap-4">
      <Notice tone="danger">
        <p>{takenDownText}</p>
        {data?.reason && <p className="mt-2 whitespace-pre-line">{sharingTexts.link.takenDownReason(data.reason)}</p>}
      </Notice>
      {data && <p className="text-sm text-text-muted">{sharingTexts.link.takenDown(exactLabel(data.takenDownAt))}</p>}
      {error && !data && <Unreadable text={errorText(error)} onRetry={() => void refetch()} />}
      <DialogButtons>
        <Radix.Close asChild>
          <Button variant="quiet">{sharingTexts.link.done}</Button>
        </Radix.Close>
      </DialogButtons>
    </div>
  );
}

/** The outcome of the last change, announced to screen readers. */
function Outcome({ link }: { link: ManagedLink }) {
  return (
    <>
      <p role="status" className="text-sm text-text-muted empty:hidden">
        {link.done}
      </p>
      {link.problem && (
        <p role="alert" className="text-danger-ink text-sm">
          {link.problem}
        </p>
      )}
    </>
  );
}

function StopSharing({ name, link }: { name: string; link: ManagedLink }) {
  const [asking, setAsking] = useState(false);
  return (
    <DialogButtons className="border-border border-t pt-5">
      <Button variant="danger-quiet" className="mr-auto" disabled={link.busy} onClick={() => setAsking(true)}>
        {sharingTexts.link.stop}
      </Button>
      <Radix.Close asChild>
        <Button variant="quiet">{sharingTexts.link.done}</Button>
      </Radix.Close>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={sharingTexts.link.stop}
        question={sharingTexts.link.stopQuestion(name)}
        confirm={sharingTexts.link.stop}
        destructive
        onConfirm={link.end}
      />
    </DialogButtons>
  );
}

function LoadingLink() {
  return (
    <div role="status" className="mt-3 grid gap-5">
      <span className="sr-only">{sharingTexts.link.loading}</span>
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  );
}
