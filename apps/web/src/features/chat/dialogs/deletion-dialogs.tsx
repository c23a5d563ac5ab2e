import type { Conversation } from '@noek/contract/chat/schemas';
import { AlertDialog } from '../../../components/dialogs/alert-dialog.tsx';
import { hasFinePointer } from '../../../components/page/fine-pointer.ts';
import { useForgetAlso } from '../../memory/forget-also.tsx';
import { deleteNote, deleteQuestion, deleteTitle } from '../actions/texts.ts';
import { useChatNavigation } from '../chat-navigation.tsx';
import { useOpenConversation } from '../session/open-conversation.ts';
import { useSession } from '../session/session.ts';
import { titleOf } from '../texts.ts';
import { dialogTexts } from './texts.ts';

/** Asks before the open conversation is cleared, which deletes it, and clears it. Rendered while it is open. */
export function ClearConversationDialog({ onClose }: { onClose: () => void }) {
  const { conversation } = useOpenConversation();
  const { run, box } = useDeletion(conversation);
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={dialogTexts.clear.title}
      question={dialogTexts.clear.question(
        titleOf({ title: conversation?.title ?? '' }),
        conversation?.shared === true,
      )}
      confirm={dialogTexts.clear.confirm}
      destructive
      onConfirm={() => void run()}
    >
      {box}
    </AlertDialog>
  );
}

/** Asks before the open conversation is deleted, as its row does, and deletes it. Rendered while it is open. */
export function DeleteConversationDialog({
  conversation,
  onClose,
}: {
  conversation: Conversation;
  onClose: () => void;
}) {
  const { run, box } = useDeletion(conversation);
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={deleteTitle(1)}
      question={deleteQuestion(1)}
      note={deleteNote(1, conversation.shared)}
      confirm={dialogTexts.delete.confirm}
      destructive
      onConfirm={() => void run()}
    >
      {box}
    </AlertDialog>
  );
}

/** Deletes the open conversation and goes to the empty chat; undoing it opens the conversation again. */
function useDeletion(conversation: Conversation | undefined) {
  const { act } = useSession();
  const { input } = useOpenConversation();
  const navigation = useChatNavigation();
  const forgetAlso = useForgetAlso(conversation ? [conversation.id] : []);
  const run = async () => {
    const onUndone = () => {
      void forgetAlso.bringBack();
      if (conversation) navigation.open(conversation.id);
    };
    if (conversation && (await act('delete', [conversation], onUndone)).length === 0) return;
    void forgetAlso.forget();
    navigation.open(null);
    // The button that had the focus is gone. On touch screens, focusing the box would open the keyboard.
    if (hasFinePointer()) input.current?.focus();
  };
  return { run, box: forgetAlso.box };
}
