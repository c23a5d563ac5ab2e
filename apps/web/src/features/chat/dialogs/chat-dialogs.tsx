import { lazy, Suspense, useEffect } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { keepTrying } from '../../../components/base/keep-trying.ts';
import { useOpenConversation } from '../session/open-conversation.ts';
import { useWho } from '../session/who.ts';
import { ManagedLinkDialog } from '../sharing/managed-link-dialog.tsx';
import { openDialog, useOpenDialog } from './open-dialog.ts';

const GuestLimitDialog = lazy(() => keepTrying(() => import('./guest-limit-dialog.tsx')));
const ClearConversationDialog = lazy(() => keepTrying(() => import('./clear-conversation-dialog.tsx')));
const SignOutDialog = lazy(() => keepTrying(() => import('./sign-out-dialog.tsx')));

/** The dialogs that `openDialog` and `manageLink` open. Render them once per chat screen. */
export function ChatDialogs() {
  const { user, pending, signOut } = useWho();
  const current = useOpenConversation();
  const opened = useOpenDialog();
  // The request creates a guest. A visitor without a cookie who only reads a shared conversation must not become one.
  const guestStatus = trpc.chat.guestStatus.useQuery(undefined, { enabled: !user && !pending && current.isOwnPage });
  useEffect(() => () => openDialog(null), []);
  const onOpenChange = (open: boolean) => {
    if (!open) openDialog(null);
  };
  return (
    <Suspense fallback={null}>
      {user && <ManagedLinkDialog />}
      {opened === 'guest-limit' && (
        <GuestLimitDialog open onOpenChange={onOpenChange} limit={guestStatus.data?.messageLimit ?? 0} />
      )}
      {opened === 'clear-conversation' && <ClearConversationDialog onOpenChange={onOpenChange} />}
      {opened === 'sign-out' && <SignOutDialog onOpenChange={onOpenChange} onConfirm={signOut} />}
    </Suspense>
  );
}
