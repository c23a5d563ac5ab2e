import { Suspense, useEffect } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { codePart } from '../../../components/base/code-part.ts';
import { useOpenConversation } from '../session/open-conversation.ts';
import { useWho } from '../session/who.ts';
import { ManagedLinkDialog } from '../sharing/managed-link-dialog.tsx';
import { openDialog, useOpenDialog } from './open-dialog.ts';

const OpenedDialog = codePart(() => import('./opened-dialog.tsx')).lazy();

/** The dialogs that `openDialog` and `manageLink` open. Render them once per chat screen. */
export function ChatDialogs() {
  const { user, pending, signOut } = useWho();
  const current = useOpenConversation();
  const opened = useOpenDialog();
  // The request creates a guest. A visitor without a cookie who only reads a shared conversation must not become one.
  const guestStatus = trpc.chat.guestStatus.useQuery(undefined, { enabled: !user && !pending && current.isOwnPage });
  useEffect(() => () => openDialog(null), []);
  return (
    <Suspense fallback={null}>
      {user && <ManagedLinkDialog />}
      {opened && (
        <OpenedDialog
          dialog={opened}
          guestLimit={guestStatus.data?.messageLimit ?? 0}
          onOpenChange={(open) => !open && openDialog(null)}
          onSignOut={signOut}
        />
      )}
    </Suspense>
  );
}
