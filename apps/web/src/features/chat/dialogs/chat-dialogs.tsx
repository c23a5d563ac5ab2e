import { lazy, Suspense, useEffect } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { keepTrying } from '../../../components/base/keep-trying.ts';
import { useForgetAlso } from '../../memory/forget-also.tsx';
import { useChatSession } from '../session/chat-session.ts';
import { ManagedLinkDialog } from '../sharing/managed-link-dialog.tsx';
import { openDialog, useOpenDialog } from './open-dialog.ts';

const GuestLimitDialog = lazy(() => keepTrying(() => import('./guest-limit-dialog.tsx')));
const ClearConversationDialog = lazy(() => keepTrying(() => import('./clear-conversation-dialog.tsx')));
const SignOutDialog = lazy(() => keepTrying(() => import('./sign-out-dialog.tsx')));

/** The dialogs that `openDialog` and `manageLink` open. Render them once per chat screen. */
export function ChatDialogs() {
  const { user, pending, current, sends, signOut } = useChatSession();
  const opened = useOpenDialog();
  const clear = useClearConversation(opened === 'clear-conversation');
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
      {opened === 'clear-conversation' && (
        <ClearConversationDialog
          open
          onOpenChange={onOpenChange}
          title={current.conversation?.title}
          onConfirm={() => void clear.run()}
        >
          {clear.box}
        </ClearConversationDialog>
      )}
      {opened === 'sign-out' && (
        <SignOutDialog waiting={sends.all.length} onOpenChange={onOpenChange} onConfirm={signOut} />
      )}
    </Suspense>
  );
}

/** Deletes the open conversation and goes to the empty chat; undoing it opens the conversation again. */
function useClearConversation(asking: boolean) {
  const { current, act, sends, input } = useChatSession();
  const { conversation } = current;
  const { navigation } = sends;
  const forgetAlso = useForgetAlso(asking && conversation ? [conversation.id] : []);
  const run = async () => {
    const onUndone = () => {
      void forgetAlso.bringBack();
      if (conversation) navigation.open(conversation.id);
    };
    if (conversation && (await act('delete', [conversation], onUndone)).length === 0) return;
    void forgetAlso.forget();
    navigation.open(null);
    // The button that had the focus is gone. On touch screens, focusing the box would open the keyboard.
    if (window.matchMedia('(pointer: fine)').matches) input.current?.focus();
  };
  return { run, box: forgetAlso.box };
}
