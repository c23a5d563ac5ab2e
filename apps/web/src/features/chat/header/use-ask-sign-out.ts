import { openDialog } from '../dialogs/open-dialog.ts';
import { useChatSession } from '../session/chat-session.ts';

/** Signs out; asks first while messages are unsent, because they would be lost. */
export function useAskSignOut(): () => void {
  const { sends, signOut } = useChatSession();
  return () => (sends.all.length > 0 ? openDialog('sign-out') : signOut());
}
