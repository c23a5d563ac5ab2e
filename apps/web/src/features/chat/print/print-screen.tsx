import { ArrowLeft } from 'lucide-react';
import { Button, buttonClass } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { usePageTitle } from '../../../components/base/page-title.ts';
import { useLightTheme } from '../../../components/base/theme/use-light-theme.ts';
import { exactLabel } from '../../../components/dates/date-labels.ts';
import { PageLink } from '../../../components/page/page-link.tsx';
import { CentredMessage } from '../../../components/states/centred-message.tsx';
import { FailedMessages, LoadingMessages } from '../conversation/thread-states.tsx';
import { TextBoundary } from '../message/text-boundary.tsx';
import { chatTexts, titleOf } from '../texts.ts';
import { PrintedMessage } from './printed-message.tsx';
import { printTexts } from './texts.ts';
import { type Printed, usePrinted } from './use-printed.ts';
import '../thread/printed/paper.css';
import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../../../components/page/when-idle.ts';

/** A conversation as a document to print or to save as a PDF, dark on light in both themes. `chatHref`: the address of the conversation. */
export function PrintScreen({ conversationId, chatHref }: { conversationId: number; chatHref: string }) {
  useLightTheme();
  const printed = usePrinted(conversationId);
  const { conversation, messages } = printed;
  const shown = useInSteps(messages?.length ?? 0);
  const isReady = messages !== undefined && messages.length > 0 && shown === messages.length;
  usePageTitle(chatTexts.pageTitle(conversation && titleOf(conversation)));
  return (
    <div className="min-h-dvh bg-surface-raised">
      <header className="off-paper sticky top-0 z-(--z-sticky) flex h-14 items-center justify-between gap-2 border-border border-b bg-background px-3">
        <PageLink href={chatHref} className={buttonClass('ghost')}>
          <ArrowLeft className="icon" aria-hidden />
          {printTexts.back}
        </PageLink>
        {messages !== undefined && messages.length > 0 && (
          <Button disabled={!isReady} onClick={() => window.print()}>
            {isReady ? printTexts.print : printTexts.preparing}
          </Button>
        )}
      </header>
      <main id="main">
        <Content printed={printed} shown={shown} />
      </main>
    </div>
  );
}

function Content({ printed, shown }: { printed: Printed; shown: number }) {
  const { conversation, messages, isMissing, isPart, error, retry } = printed;
  if (isMissing) return <CentredMessage heading title={printTexts.notFound} text={printTexts.notFoundHint} />;
  if (error)
    return (
      <div className="h-[70dvh]">
        <FailedMessages error={error} onRetry={retry} />
      </div>
    );
  if (!conversation || !messages) return <LoadingMessages />;
  return (
    <article className="paper mx-auto max-w-[46rem] px-6 pt-8 pb-16 max-md:px-4">
      {isPart && (
        <Notice tone="warning" className="mb-6">
          {printTexts.part}
        </Notice>
      )}
      <h1 dir="auto" className="wrap-anywhere text-xl">
        {titleOf(conversation)}
      </h1>
      <p className="mt-1 text-sm text-text-muted">
        {printTexts.dates(exactLabel(conversation.createdAt), exactLabel(conversation.updatedAt))}
      </p>
      {messages.length === 0 ? (
        <CentredMessage title={printTexts.empty} />
      ) : (
        <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8">
          {messages.slice(0, shown).map((message) => (
            <TextBoundary key={message.id} text={message.content}>
              <PrintedMessage message={message} />
            </TextBoundary>
          ))}
        </div>
      )}
    </article>
  );
}

/** How many messages are rendered at once, and how many more each time the browser is idle. */
const perStep = 40;

/** How many of `count` messages to render so far. The browser gets all of them before it prints. */
function useInSteps(count: number): number {
  const [reach, setReach] = useState(perStep);
  const isThere = reach >= count;
  useEffect(() => {
    if (isThere) return;
    return whenIdle(() => startTransition(() => setReach(reach + perStep)));
  }, [isThere, reach]);
  useEffect(() => {
    const all = () => flushSync(() => setReach(Number.POSITIVE_INFINITY));
    window.addEventListener('beforeprint', all);
    return () => window.removeEventListener('beforeprint', all);
  }, []);
  return Math.min(reach, count);
}
