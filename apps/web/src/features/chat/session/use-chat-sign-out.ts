import { useChangesElsewhere } from '../../session/change-user.ts';
import { useSignOut } from '../../session/sign-out.ts';
import { useDraftOwner } from '../drafts/draft-owner.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { EditDrafts } from '../drafts/edits.ts';
import type { UnsavedSettings } from '../drafts/unsaved-settings.ts';
import type { Sends } from '../send/use-sends.ts';

/**
 * Clears drafts and unsent messages when the person signs out, here or in another tab, and goes to the empty chat. `userId` is
 * the signed-in person according to the server. Returns a function that signs out.
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
  const forgetDraftOwner = useDraftOwner(userId, clearDrafts);
  const leave = () => {
    clearDrafts();
    forgetDraftOwner();
    sends.outbox.clear();
    sends.navigation.open(null);
  };
  const signOut = useSignOut(leave);
  useChangesElsewhere(leave);
  return () => signOut.mutate();
}
