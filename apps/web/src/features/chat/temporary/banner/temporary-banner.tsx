import { useMutation } from '@tanstack/react-query';
import { MessageCircleDashed } from 'lucide-react';
import { useEffect } from 'react';
import { errorCode } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { Button } from '../../../../components/base/button.tsx';
import { usePageTitle } from '../../../../components/base/page-title.ts';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { ConfirmButton } from '../../../../components/dialogs/confirm-button.tsx';
import { hasFinePointer } from '../../../../components/page/fine-pointer.ts';
import { useChatNavigation } from '../../chat-navigation.tsx';
import { useOpenConversation } from '../../session/open-conversation.ts';
import { useSend } from '../../session/sends.ts';
import { useSession } from '../../session/session.ts';
import { noteTemporary } from '../../temporary-chats.ts';
import { chatTexts } from '../../texts.ts';
import { temporaryTexts } from '../texts.ts';
import { useTemporarySwitch } from '../use-temporary-switch.ts';
import { forgetSeenTemporary, seeTemporary } from './seen-chats.ts';
import { bannerTexts as texts } from './texts.ts';
import './temporary.css';

/** Above a temporary chat: what that means, and how to keep or end it. */
export default function TemporaryBanner() {
  const { id } = useOpenConversation();
  const turnOff = useTemporarySwitch();
  const { entries } = useSend();
  usePageTitle(chatTexts.pageTitle(temporaryTexts.label));
  return (
    <section
      aria-label={temporaryTexts.label}
      className="temporary-banner flex min-h-13 flex-none flex-wrap items-center gap-x-2.5 gap-y-1 px-5 py-2 text-sm max-md:px-4 short:py-1"
    >
      <MessageCircleDashed className="icon text-text-muted" aria-hidden />
      <strong className="font-semibold">{temporaryTexts.label}</strong>
      <p className="min-w-0 flex-1 text-text-muted max-md:order-last max-md:basis-full max-md:text-xs short:sr-only">
        {id === null ? texts.whatNew : texts.what}
      </p>
      <div className="ml-auto flex flex-none gap-2">
        {id !== null && <Acts conversationId={id} />}
        {id === null && entries.length === 0 && (
          <Button variant="quiet" size="sm" onClick={turnOff}>
            {texts.off}
          </Button>
        )}
      </div>
    </section>
  );
}

function Acts({ conversationId }: { conversationId: number }) {
  const { client } = trpc.useUtils();
  const { user, cache } = useSession();
  const { input, drafts } = useOpenConversation();
  const { sending } = useSend();
  const navigation = useChatNavigation();
  useEffect(() => {
    if (user) seeTemporary(user.id, conversationId);
    // It may have been kept on this device before it was known that the chat is temporary.
    drafts.write(conversationId, drafts.get(conversationId));
  }, [user, drafts, conversationId]);
  const focusBox = () => {
    // The button that had the focus is gone. On touch screens, focusing the box would open the keyboard.
    if (hasFinePointer()) input.current?.focus();
  };
  const keep = useMutation({
    mutationFn: () => client.chat.keep.mutate({ conversationId }),
    onSuccess(conversation) {
      forgetSeenTemporary(conversationId);
      noteTemporary(conversationId, false);
      cache.putConversation(conversation);
      // What is typed is kept on this device from now on.
      drafts.write(conversationId, drafts.get(conversationId));
      toast(texts.kept);
      focusBox();
    },
    meta: { failed: texts.keepFailed },
  });
  const end = useMutation({
    onMutate: () => cache.leave([conversationId]),
    async mutationFn() {
      try {
        await client.chat.end.mutate({ conversationId });
      } catch (error) {
        // It has ended elsewhere in the meantime.
        if (errorCode(error) !== 'NOT_FOUND') throw error;
      }
    },
    onSuccess() {
      for (const entry of sending.outbox.all()) if (entry.conversationId === conversationId) sending.discard(entry);
      drafts.write(conversationId, '');
      navigation.open(null);
      cache.forgetConversation(conversationId);
      toast(texts.ended);
      focusBox();
    },
    meta: { failed: texts.endFailed },
    onError: () => cache.stay([conversationId]),
  });
  return (
    <>
      <Button variant="quiet" size="sm" disabled={keep.isPending || end.isPending} onClick={() => keep.mutate()}>
        {keep.isPending ? texts.keeping : texts.keep}
      </Button>
      <ConfirmButton
        variant="danger-quiet"
        size="sm"
        disabled={keep.isPending || end.isPending}
        question={texts.question}
        destructive
        onConfirm={() => end.mutate()}
      >
        {end.isPending ? texts.ending : texts.end}
      </ConfirmButton>
    </>
  );
}
