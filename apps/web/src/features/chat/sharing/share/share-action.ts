import type { Conversation } from '@noek/contract/chat';
import { errorText } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { toast } from '../../../../components/base/toast.ts';
import { useChatNavigation } from '../../chat-navigation.tsx';
import { copyText } from '../../message/copy-text.ts';
import { useChatSession } from '../../session/chat-session.ts';
import { linkOf, withShare } from './share-link.ts';
import { shareTexts } from './texts.ts';

/**
 * Shares a conversation as it is now, or brings what is shared up to date, and copies its link. Says so in a toast, which
 * shows the link itself where it could not be copied.
 */
export function useShare(): (conversation: Conversation) => void {
  const utils = trpc.useUtils();
  const navigation = useChatNavigation();
  const { cache } = useChatSession();
  return (conversation) => {
    const { id } = conversation;
    const link = linkOf(navigation, id);
    // At once: some browsers let a page copy only in the click itself, and the link is known before it works.
    const copying = copyText(link);
    utils.client.chat.share.mutate({ conversationId: id }).then(
      async (share) => {
        const known = utils.chat.conversation.getData({ conversationId: id }) ?? conversation;
        cache.putConversation(withShare(known, share));
        if (await copying) toast({ title: shareTexts.copied, description: shareTexts.copiedHint });
        else toast({ title: shareTexts.link, description: link });
      },
      (error: unknown) => toast({ title: shareTexts.failed, description: errorText(error), variant: 'destructive' }),
    );
  };
}
