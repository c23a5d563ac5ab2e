import type { Conversation } from '@noek/contract/chat/schemas';
import { tellFailure } from '../../../../api/failed.ts';
import { trpc } from '../../../../api/trpc.ts';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { copyText } from '../../../../components/clipboard.ts';
import { withShare } from '../../cache/shared-conversation.ts';
import { useChatNavigation } from '../../chat-navigation.tsx';
import { openDialog } from '../../open/open-dialog.ts';
import { useSession } from '../../session/session.ts';
import { linkOf } from './share-link.ts';
import { shareTexts } from './texts.ts';

/**
 * Shares a conversation as it is now, or updates what is shared, and copies the link. A toast confirms it, and shows the link
 * if it could not be copied.
 */
export function useShare(): (conversation: Conversation) => void {
  const utils = trpc.useUtils();
  const navigation = useChatNavigation();
  const { cache } = useSession();
  return (conversation) => {
    const { id } = conversation;
    const link = linkOf(navigation, id);
    // Before the request: some browsers allow copying only during the click, and the link is already known.
    const copying = copyText(link);
    const includeFiles = conversation.shared && conversation.shareIncludesFiles ? { includeFiles: true } : {};
    utils.client.chat.share.mutate({ conversationId: id, ...includeFiles }).then(
      async (share) => {
        const known = utils.chat.conversation.getData({ conversationId: id }) ?? conversation;
        cache.putConversation(withShare(known, share));
        const action = { label: shareTexts.manageShort, run: () => openDialog({ kind: 'link', conversationId: id }) };
        const shown = (await copying)
          ? { title: shareTexts.copied, description: shareTexts.copiedHint }
          : { title: shareTexts.link, description: link };
        toast({ ...shown, note: shareTexts.whoCanRead, action });
      },
      (error: unknown) => tellFailure(shareTexts.failed, error),
    );
  };
}
