import type { SharedConversation } from '@noek/contract/chat/sharing';
import { useRef } from 'react';
import { Notice } from '../../../components/base/notice.tsx';
import { usePageTitle } from '../../../components/base/page-title.ts';
import { ToastPlace } from '../../../components/base/toasts/toast-place.tsx';
import { exactLabel } from '../../../components/dates/date-labels.ts';
import { PaneBoundary } from '../../../components/states/pane-boundary.tsx';
import { ReportButton } from '../reporting/report-button.tsx';
import { chatTexts, titleOf } from '../texts.ts';
import { ContinueBar } from './continue-bar.tsx';
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
