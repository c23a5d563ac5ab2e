import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { AlertDialog } from '../../../components/alert-dialog.tsx';
import { Button } from '../../../components/button.tsx';
import { overlayClass, panelClass } from '../../../components/dialog-classes.ts';
import { IconButton } from '../../../components/icon-button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useReturnFocus } from '../../../components/return-focus.ts';
import { Skeleton } from '../../../components/skeleton.tsx';
import { exactLabel } from '../message/date-labels.ts';
import { ExpiryField } from './expiry-field.tsx';
import { LinkField } from './link-field.tsx';
import { linkState } from './share/share-link.ts';
import { type ManagedLink, useManageLink } from './use-manage-link.ts';

/** All about the link of a conversation: copying it, what it shows, until when, and ending it. */
export default function ManageLinkDialog(props: { conversationId: number; onClose: () => void }) {
  const link = useManageLink(props.conversationId);
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass}>
          <Radix.Content className={panelClass} aria-describedby={undefined} {...returnFocus}>
            <Radix.Title className="pr-8 text-lg">Shared link</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close" className="absolute top-2.5 right-2.5">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
            <Content link={link} conversationId={props.conversationId} />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Content({ link, conversationId }: { link: ManagedLink; conversationId: number }) {
  // The server knows the conversation until it says otherwise; what is known may be looked at offline.
  const { data: conversation, isPending, error, refetch } = trpc.chat.conversation.useQuery({ conversationId });
  if (isPending) return <LoadingLink />;
  if (!conversation)
    return (
      <div className="mt-2 grid justify-items-start gap-4">
        <p role="alert" className="text-text-muted">
          {errorText(error)}
        </p>
        <Button variant="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );

  const state = linkState(conversation, new Date());
  const name = `“${conversation.title.trim() || 'Untitled Conversation'}”`;
  return (
    <div className="mt-2 grid gap-5">
      <p className="text-pretty text-text-muted [overflow-wrap:anywhere]">
        {state === 'none'
          ? `${name} is not shared. Sharing lets anyone with the link read it as it is now.`
          : `Anyone with the link can read ${name} as it was when you shared it. What you write later is not shown.`}
      </p>
      {state === 'expired' && conversation.shareExpiresAt && (
        <Notice tone="warning">
          This link stopped working on {exactLabel(conversation.shareExpiresAt)}. Choose another time to open it again.
        </Notice>
      )}
      {state === 'none' ? (
        <Button className="justify-self-start" disabled={link.busy} onClick={() => link.share({})}>
          Share
        </Button>
      ) : (
        <>
          <LinkField conversationId={conversationId} />
          <div className="flex items-center justify-between gap-4">
            <div className="min-w-0">
              <p className="font-medium text-sm">Shows the conversation as of</p>
              <p className="text-sm text-text-muted">
                <time dateTime={conversation.sharedAt ?? undefined}>{exactLabel(conversation.sharedAt ?? '')}</time>
              </p>
            </div>
            <Button variant="quiet" size="sm" disabled={link.busy} onClick={() => link.share({})}>
              Update
            </Button>
          </div>
          <ExpiryField
            expiresAt={conversation.shareExpiresAt}
            expired={state === 'expired'}
            disabled={link.busy}
            onExpiry={(expiresAt) => link.share({ expiresAt, refresh: false })}
          />
        </>
      )}
      <Outcome link={link} />
      {state !== 'none' && <StopSharing name={name} link={link} />}
    </div>
  );
}

/** What became of the last change, said out loud too. */
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
    <div className="flex flex-wrap justify-between gap-2 border-border border-t pt-5">
      <Button variant="danger-quiet" disabled={link.busy} onClick={() => setAsking(true)}>
        Stop sharing
      </Button>
      <Radix.Close asChild>
        <Button variant="quiet">Done</Button>
      </Radix.Close>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Stop sharing"
        question={`Nobody will be able to open the link to ${name} any more. Copies that people made to continue it stay with them.`}
        confirm="Stop sharing"
        destructive
        onConfirm={link.end}
      />
    </div>
  );
}

function LoadingLink() {
  return (
    <div role="status" className="mt-3 grid gap-5">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  );
}
