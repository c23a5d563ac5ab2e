import { toast } from '../../../components/base/toast.ts';
import { useChangesElsewhere } from '../../session/change-user.ts';
import { useSignOut } from '../../session/sign-out.ts';
import { sessionTexts } from '../../session/texts.ts';
import { useDraftOwner } from '../drafts/draft-owner.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { keepForSignIn, takeForSignIn } from '../drafts/drafts-for-sign-in.ts';
import type { EditDrafts } from '../drafts/edits.ts';
import type { UnsavedSettings } from '../drafts/unsaved-settings.ts';
import type { Sends } from '../send/use-sends.ts';

/**
 * Clears drafts and unsent messages when the person signs out, here or in another tab, and goes to the empty chat. After a
 * sign-out in another tab, the page says so and keeps the drafts for the person's next sign-in. `userId` is the signed-in person
 * according to the server. Returns a function that signs out.
 */
export function useChatSignOut(options: {
  userId: string | null;
  drafts: Drafts;
  edits: EditDrafts;
  unsavedSettings: UnsavedSettings;
  sends: Pick<Sends, 'outbox' | 'navigation'>;
}): () => void {
  const { userId, drafts, edits, unsavedSettings, sends } = options;
  const clearDrafts = () => {
    drafts.clear();
    edits.clear();
    unsavedSettings.clear();
  };
  const forgetDraftOwner = useDraftOwner(userId, {
    clear: clearDrafts,
    onOwner: (owner) => drafts.restore(takeForSignIn(owner)),
  });
  const leave = () => {
    clearDrafts();
    const owner = forgetDraftOwner();
    sends.outbox.clear();
    sends.navigation.open(null);
    return owner;
  };
  const leaveElsewhere = () => {
    const unfinished = drafts.known();
    const owner = leave();
    if (owner !== null) keepForSignIn(owner, unfinished);
    const { title, draftKept } = sessionTexts.signedOutElsewhere;
    toast({ title, ...(unfinished.length > 0 && { description: draftKept }) });
  };
  const signOut = useSignOut(leave);
  useChangesElsewhere(leaveElsewhere);
  return () => signOut.mutate();
}
