import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { errorCode, errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { SignInLink } from '../../session/start/sign-in-link.tsx';
import { useChatNavigation } from '../chat-navigation.tsx';
import { useWho } from '../session/who.ts';
import { sharingTexts } from './texts.ts';

/** Replaces the message box of a shared chat: continues the chat in the reader's own copy. */
export function ContinueBar({ conversationId }: { conversationId: number }) {
  const utils = trpc.useUtils();
  const { user, cache } = useWho();
  const { open } = useChatNavigation();
  const [copying, setCopying] = useState(false);

  const go = () => {
    setCopying(true);
    utils.client.chat.continueShared.mutate({ conversationId }).then(
      (copy) => {
        cache.putConversation(copy);
        open(copy.id);
      },
      (error: unknown) => {
        setCopying(false);
        const ended = errorCode(error) === 'NOT_FOUND';
        const description = ended ? sharingTexts.continue.ended : errorText(error);
        toast({ title: sharingTexts.continue.failed, description, variant: 'destructive' });
        if (ended) void utils.chat.shared.invalidate({ conversationId });
      },
    );
  };

  return (
    <div className="border-border border-t bg-surface pb-[env(safe-area-inset-bottom)]">
      <div className="mx-auto flex min-h-16 max-w-thread flex-wrap items-center justify-between gap-x-6 gap-y-2.5 px-6 py-3 max-md:px-4">
        <p className="min-w-0 text-pretty text-sm text-text-muted">
          {!user ? (
            <>
              {sharingTexts.continue.guestBefore}{' '}
              <SignInLink className="prose-link inline-block py-1">{sharingTexts.continue.guestLink}</SignInLink>{' '}
              {sharingTexts.continue.guestAfter}
            </>
          ) : (
            sharingTexts.continue.signedIn
          )}
        </p>
        <Button onClick={go} disabled={copying} className="max-sm:w-full">
          <MessageSquarePlus className="icon" aria-hidden />
          {sharingTexts.continue.action}
        </Button>
      </div>
    </div>
  );
}
