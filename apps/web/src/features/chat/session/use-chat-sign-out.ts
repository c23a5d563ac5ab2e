import { useCallback, useEffect, useEffectEvent } from 'react';
import { toast } from '../../../components/base/toasts/toast.ts';
import { useChangesElsewhere } from '../../session/change-user.ts';
import { useSignOut } from '../../session/sign-out.ts';
import { hasSignedOut } from '../../session/start/stored-user.ts';
import { sessionTexts } from '../../session/texts.ts';
import { forgetWaitingChanges, waitingChanges } from '../../session/waiting-changes/waiting-change.ts';
import { useDraftOwner } from '../drafts/draft-owner.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { keepForSignIn, takeForSignIn } from '../drafts/drafts-for-sign-in.ts';
import type { EditDrafts } from '../drafts/edits.ts';
import { forgetDocumentDrafts } from '../drafts/forget-document-drafts.ts';
import type { UnsavedSettings } from '../drafts/unsaved-settings.ts';
import { sweepWaitingFiles } from '../files-to-send/forget-waiting-files.ts';
import { openDialog } from '../open/open-dialog.ts';
import type { Sending } from '../send/sending.ts';
import { forgetTemporary } from '../temporary-chats.ts';

/**
 * Clears drafts and unsent messages when the person signs out, here or in another tab, and goes to the empty chat. After a sign-out in
 * another tab, the page says so and keeps the drafts for the person's next sign-in. It does the same when the session ended elsewhere: it
 * was revoked, or the account is suspended or deleted. Other people at this device must not read the unsent text. `userId` is the
 * signed-in person according to the server; `isGuest`: the server has said that there is none. Returns a function that signs out at
 * once, and one that asks first while messages or changes are unsent, because they would be lost.
 */
export function useChatSignOut(options: {
  userId: string | null;
  isGuest: boolean;
  drafts: Drafts;
  edits: EditDrafts;
  unsavedSettings: UnsavedSettings;
  sending: Sending;
}): { signOut: () => void; askToSignOut: () => void } {
  const { userId, isGuest, drafts, edits, unsavedSettings, sending } = options;
  const clearDrafts = () => {
    drafts.clear();
    edits.clear();
    unsavedSettings.clear();
    forgetTemporary();
    sweepWaitingFiles();
  };
  const draftOwner = useDraftOwner(userId, {
    clear() {
      clearDrafts();
      forgetDocumentDrafts();
    },
    onOwner(owner) {
      const unfinished = takeForSignIn(owner);
      drafts.restore(unfinished.drafts);
      edits.restore(unfinished.edits);
    },
  });
  const leave = () => {
    clearDrafts();
    forgetDocumentDrafts();
    const owner = draftOwner.forget();
    sending.outbox.clear();
    forgetWaitingChanges();
    sending.place.open(null);
    return owner;
  };
  const leaveElsewhere = () => {
    const unfinished = drafts.known();
    const owner = leave();
    if (owner !== null) keepForSignIn(owner, { drafts: unfinished, edits: [] });
    toast({
      title: sessionTexts.signedOutElsewhere,
      ...(unfinished.length > 0 && { description: sessionTexts.draftKept }),
    });
  };
  const onSessionEnded = useEffectEvent(() => {
    const unfinished = { drafts: drafts.all(), edits: edits.all() };
    const owner = draftOwner.leave();
    if (owner === null) return;
    clearDrafts();
    if (keepForSignIn(owner, unfinished))
      toast({ title: sessionTexts.sessionEnded, description: sessionTexts.draftKept });
  });
  useEffect(() => {
    if (isGuest && !hasSignedOut()) onSessionEnded();
  }, [isGuest]);
  const { mutate } = useSignOut(leave);
  useChangesElsewhere(leaveElsewhere);
  const signOut = useCallback(() => mutate(), [mutate]);
  const askToSignOut = useCallback(
    () =>
      sending.outbox.all().length + waitingChanges.get().length > 0 ? openDialog({ kind: 'sign-out' }) : signOut(),
    [sending, signOut],
  );
  return { signOut, askToSignOut };
}
