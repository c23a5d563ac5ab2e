import type { SharedConversation } from '@noek/contract/chat/sharing';
import { MessageSquarePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { errorCode, errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { usePageTitle } from '../../../components/base/page-title.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { ToastPlace } from '../../../components/base/toasts/toast-place.tsx';
import { exactLabel } from '../../../components/dates/date-labels.ts';
import { PaneBoundary } from '../../../components/states/pane-boundary.tsx';
import { SignInLink } from '../../session/start/sign-in-link.tsx';
import { useChatNavigation } from '../chat-navigation.tsx';
import { ReportButton } from '../reporting/report-button.tsx';
import { useSession } from '../session/session.ts';
import { chatTexts, titleOf } from '../texts.ts';
import { SharedMessages } from './shared-messages.tsx';
import { sharingTexts } from './texts.ts';

/** A shared conversation, read-only, starting at its beginning, with a way to continue it in a copy. */
export function SharedPage({ shared }: { shared: SharedConversation }) {
  const { conversation, messages } = shared;
  const scroller = useRef<HTMLElement>(null);
  const title = titleOf(conversation);
  usePageTitle(chatTexts.pageTitle(title));
  return (
    <main id="main" tabIndex={-1} className="grid min-h-0 min-w-0 flex-1 grid-rows-[minmax(0,1fr)_auto] outline-none">
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        aria-label={sharingTexts.page.label}
        className="scroll-area min-h-0 [scrollbar-gutter:stable_both-edges] focus-visible:-outline-offset-2"
      >
        <div className="mx-auto max-w-thread px-6 pt-8 pb-12 max-md:px-4 max-md:pt-6 max-md:pb-8">
          <header className="mb-8 border-border border-b pb-5 max-md:mb-6">
            <h1 dir="auto" className="text-balance text-2xl tracking-[-0.02em] [overflow-wrap:anywhere] max-md:text-xl">
              {title}
            </h1>
            <div className="mt-1.5 flex items-center justify-between gap-4">
              <p className="text-balance text-sm text-text-muted">
                {sharingTexts.page.asOf}{' '}
                <time dateTime={conversation.sharedAt}>{exactLabel(conversation.sharedAt)}</time>
              </p>
              <ReportButton about={{ kind: 'share', conversationId: conversation.id }} />
            </div>
          </header>
          {conversation.olderLeftOut && (
            <Notice className="mb-7">{sharingTexts.page.olderLeftOut(messages.length)}</Notice>
          )}
          {messages.length === 0 ? (
            <p className="py-10 text-center text-text-muted">{sharingTexts.page.empty}</p>
          ) : (
            <PaneBoundary>
              <SharedMessages conversationId={conversation.id} messages={messages} scroller={scroller} />
            </PaneBoundary>
          )}
        </div>
      </section>
      <PaneBoundary>
        <ToastPlace className="mx-auto w-full max-w-thread px-6 max-md:px-2.5" />
        <ContinueBar conversationId={conversation.id} />
      </PaneBoundary>
    </main>
  );
}

/** Replaces the message box of a shared chat: continues the chat in the reader's own copy. */
function ContinueBar({ conversationId }: { conversationId: number }) {
  const utils = trpc.useUtils();
  const { user, cache } = useSession();
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
