import type { Conversation } from '@noek/contract/chat/schemas';
import { useState } from 'react';
import { tellFailure } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { copyText } from '../../../components/clipboard.ts';
import { withShare } from '../cache/shared-conversation.ts';
import { useChatNavigation } from '../chat-navigation.tsx';
import { openDialog } from '../open/open-dialog.ts';
import { useSession } from '../session/session.ts';
import { linkOf } from './share/share-link.ts';
import { shareTexts } from './share/texts.ts';

/**
 * Shares a conversation as it is now, and copies the link. A toast confirms it. If the link could not be copied, the toast and the dialog
 * that manages the link show it. `onDone` is called after the conversation was shared.
 */
export function useCreateLink(conversation: Conversation, onDone: () => void) {
  const utils = trpc.useUtils();
  const navigation = useChatNavigation();
  const { cache } = useSession();
  const [busy, setBusy] = useState(false);
  const { id } = conversation;

  const create = (choice: { expiresAt: string | null; includeFiles?: true; includeDocuments?: true }) => {
    setBusy(true);
    const link = linkOf(navigation, id);
    // Before the request: some browsers allow copying only during the click, and the link is already known.
    const copying = copyText(link);
    utils.client.chat.share.mutate({ conversationId: id, ...choice }).then(
      async (share) => {
        const known = utils.chat.conversation.getData({ conversationId: id }) ?? conversation;
        cache.putConversation(withShare(known, share));
        const isCopied = await copying;
        onDone();
        const manage = () => openDialog({ kind: 'link', conversationId: id });
        if (isCopied)
          toast({
            title: shareTexts.copied,
            description: shareTexts.copiedHint,
            note: shareTexts.whoCanRead,
            action: { label: shareTexts.manageShort, run: manage },
          });
        else {
          manage();
          toast({ title: shareTexts.link, description: link, note: shareTexts.whoCanRead });
        }
      },
      (error: unknown) => {
        setBusy(false);
        tellFailure(shareTexts.failed, error);
      },
    );
  };
  return { busy, create };
}
