import type { ModeCommand } from '@noek/contract/chat/mode-commands';
import type { File as SentFile } from '@noek/contract/files/schemas';
import { clsx } from 'clsx';
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { errorCode } from '../../../api/base/error-text.ts';
import { tellFailure } from '../../../api/failed.ts';
import { codePart } from '../../../components/base/code-part.ts';
import { onFirstInput } from '../../../components/base/on-first-input.ts';
import { ToastPlace } from '../../../components/base/toasts/toast-place.tsx';
import { hasFinePointer } from '../../../components/page/fine-pointer.ts';
import { glideFrom } from '../../../components/page/motion.ts';
import { useWideScreen } from '../../../components/page/wide-screen.ts';
import { PaneBoundary } from '../../../components/states/pane-boundary.tsx';
import { emptyWindow, messagesIn } from '../cache/message-cache.ts';
import { useMessages } from '../cache/use-messages.ts';
import { useChatNavigation } from '../chat-navigation.tsx';
import { MessageBox } from '../composer/message-box.tsx';
import { useFind } from '../find/use-find.ts';
import { useHasDraft, useOpenConversation } from '../session/open-conversation.ts';
import { useSend } from '../session/sends.ts';
import { useSession } from '../session/session.ts';
import { useAnswerChanges } from '../streaming/answer-changes.ts';
import { chatTexts } from '../texts.ts';
import { useReadingPlace } from '../thread/reading-place.ts';
import { isAllOnPage } from '../thread/short-list.ts';
import { useCentredBox } from './centred-box.ts';
import { firstSendCode, useThread } from './load-thread.ts';
import { PlainSends } from './plain-sends.tsx';
import { FailedMessages, LoadingMessages } from './thread-states.tsx';
import { useFollow } from './use-follow.ts';
import { useStop } from './use-stop.ts';
import { Welcome, WelcomeAbove, WelcomeBelow } from './welcome.tsx';

/** How far the first message rises, in pixels. */
const risePx = 48;

const JumpToLatest = codePart(() => import('./jump-to-latest.tsx')).lazy();
const FirstSend = firstSendCode.lazy();
const MissingConversation = codePart(() => import('./missing-conversation.tsx')).lazy();
const FindBar = codePart(() => import('../find/find-bar.tsx')).lazy();

/** The open conversation (or the empty chat) and the message box under it. */
export function ConversationView() {
  const { pending, cache } = useSession();
  const { conversation, isTemporary, input } = useOpenConversation();
  const { sending, entries, isSending } = useSend();
  const navigation = useChatNavigation();
  const { conversationId } = navigation;
  const scroller = useRef<HTMLDivElement>(null);
  const { returning, goBack, onWent } = useReadingPlace({ entry: navigation.entry, scroller, isTemporary });
  const target = navigation.messageId ?? returning?.messageId ?? null;
  const content = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  /** Where the message box was when the first message was sent. */
  const centredAt = useRef<number | null>(null);
  const hasDraft = useHasDraft();
  const forgetTarget = () => {
    if (navigation.messageId === null) onWent();
    else navigation.leaveMessage(navigation.messageId);
  };
  const { query, arrived } = useMessages({
    conversationId,
    enabled: !pending,
    target,
    cache,
    onNotFound() {
      forgetTarget();
      if (navigation.messageId === null) toEnd();
    },
  });
  const loaded = conversationId === null ? emptyWindow : query.data;
  const messages = messagesIn(loaded);
  const running = messages.findLast(({ status }) => status === 'streaming');
  const busy = isSending || running !== undefined;
  const empty = messages.length === 0 && entries.length === 0;
  const isWhole = (loaded?.newer ?? null) === null;
  // Loaded before it is needed, but neither with the first page nor while the first words arrive.
  const code = useThread(!empty || hasDraft || conversationId !== null, !busy);
  const Thread = code?.Thread;
  const { below, toEnd, sent, stay } = useFollow({ code, scroller, content, isWhole, isEmpty: empty });
  const { find, ...finding } = useFind({
    conversationId,
    query: navigation.find,
    messageId: navigation.messageId,
    isLong: loaded !== undefined && !isAllOnPage(loaded, entries.length),
    scroller,
    onReturn: (place) => (place ? goBack(place) : void latest()),
  });
  const missing = conversationId !== null && errorCode(query.error) === 'NOT_FOUND' && !isSending;
  const hasRoom = useCentredBox();
  const isWelcome = empty && !missing && (loaded !== undefined || isSending) && !query.isError;
  /** The message box is in the middle of the welcome. */
  const isCentred = hasRoom && isWelcome;
  /** On phones, the note is at the end of the welcome. */
  const isNoteAbove = !useWideScreen() && isWelcome;
  useNoteOnce(conversationId, isWelcome);
  const onStop = useStop(running);
  const changes = useAnswerChanges();
  /** The focused element is about to disappear. */
  const focusBox = () => {
    if (hasFinePointer()) input.current?.focus();
  };
  /** The first message of a conversation was sent here, and the conversation has no id yet. */
  const beginsHere = useRef(false);
  /** A jump to the end was requested, and the end is loading. */
  const goesToEnd = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation opens at its end, or at the requested message
  useLayoutEffect(() => {
    goesToEnd.current = false;
    const isNew = beginsHere.current;
    beginsHere.current = false;
    // A conversation that was begun here only gets its id.
    if (target === null && !isNew) toEnd();
  }, [conversationId, toEnd]);
  const hasEnd = loaded?.newer === null;
  useLayoutEffect(() => {
    // Only when the end is rendered, not when it has loaded: before that there is nothing to follow.
    if (!hasEnd || !goesToEnd.current) return;
    goesToEnd.current = false;
    toEnd();
  }, [hasEnd, toEnd]);
  useEffect(() => {
    if (conversationId === null || !loaded) return;
    const sent = new Set(messagesIn(loaded).flatMap(({ clientMessageId }) => clientMessageId ?? []));
    sending.outbox.foundSent(sent);
  }, [sending, conversationId, loaded]);
  useEffect(() => onFirstInput(() => void firstSendCode.load()), []);

  const last = messages.at(-1);
  /**
   * The answer that the next message follows: the newest one on the page. Undefined while it is not known, as when this device has kept a
   * question without its answer.
   */
  const head = !hasEnd || last?.role === 'user' ? undefined : (last?.id ?? null);
  const latest = async (arrive = toEnd) => {
    if (conversationId !== null && loaded?.newer) {
      goesToEnd.current = true;
      await cache.messages.loadEnd(conversationId).catch((error: unknown) => {
        goesToEnd.current = false;
        tellFailure(chatTexts.conversation.latestFailed, error);
      });
    }
    requestAnimationFrame(arrive);
  };
  const parentId = entries.length > 0 ? undefined : head;
  useLayoutEffect(() => {
    if (isCentred || centredAt.current === null) return;
    // The box glides from the middle to the foot, and the message rises from it.
    glideFrom(box.current, centredAt.current - (box.current?.getBoundingClientRect().top ?? 0));
    glideFrom(content.current, risePx, { opacity: 0 });
    centredAt.current = null;
  }, [isCentred]);
  const send = (content: string, files?: readonly SentFile[]) => {
    beginsHere.current = conversationId === null;
    if (isCentred) centredAt.current = box.current?.getBoundingClientRect().top ?? null;
    sent();
    sending.send({ content, files, parentId, kind: 'message' });
    if (loaded?.newer) void latest(sent);
  };
  const queue = (content: string, files: readonly SentFile[], as: 'queueMessage' | 'steer') => {
    const interrupted = as === 'steer' ? running : undefined;
    if (interrupted) sent();
    const shownLength = interrupted && code?.freezeAnswer(changes, interrupted);
    sending.send({ content, files, kind: 'message', queue: as, shownLength });
  };
  const command = (content: ModeCommand) => void sending.send({ content, parentId, kind: 'command' });
  const pick = (prompt: string) => {
    send(prompt);
    focusBox();
  };
  function thread() {
    if (missing)
      return (
        <Suspense fallback={null}>
          <MissingConversation />
        </Suspense>
      );
    if (query.isError && !loaded && !isSending)
      return <FailedMessages error={query.error} onRetry={() => void query.refetch()} />;
    if (!loaded && !isSending) return <LoadingMessages />;
    if (empty) return isCentred ? <WelcomeAbove /> : <Welcome onPick={pick}>{isNoteAbove && <Disclaimer />}</Welcome>;
    if (!Thread)
      return messages.length > 0 ? (
        <LoadingMessages />
      ) : (
        <Suspense fallback={<PlainSends />}>
          <FirstSend />
        </Suspense>
      );
    return (
      <>
        <h1 className="sr-only">{conversation?.title || chatTexts.conversation.untitledHeading}</h1>
        <Thread
          window={loaded ?? emptyWindow}
          entries={entries}
          busy={busy}
          scroller={scroller}
          onStop={onStop}
          onAsk={pick}
          onAsked={focusBox}
          onSent={sent}
          target={arrived}
          targetTop={navigation.messageId === null ? (returning?.top ?? null) : null}
          onGo={stay}
          onWent={forgetTarget}
          onEnd={() => void latest()}
          placeholder={<LoadingMessages />}
        />
      </>
    );
  }

  return (
    <main
      id="main"
      tabIndex={-1}
      className={clsx(
        'group/main relative grid min-h-0 min-w-0 flex-1 outline-none',
        isCentred ? 'grid-rows-[minmax(0,9fr)_auto_minmax(0,11fr)]' : 'grid-rows-[minmax(0,1fr)_auto]',
      )}
    >
      {find && !empty && (
        <Suspense fallback={null}>
          <FindBar
            key={`${find.conversationId} ${find.key}`}
            find={find}
            scroller={scroller}
            isGoing={target !== null}
            onGo={(messageId) => navigation.open(conversationId, { replace: true, messageId, find: find.query })}
            onChange={finding.change}
            onClose={finding.close}
          />
        </Suspense>
      )}
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        aria-label={chatTexts.conversation.label}
        className="scroll-area min-h-0 [container-type:size] [overflow-anchor:none] [scrollbar-gutter:stable_both-edges] focus-visible:-outline-offset-2"
      >
        <div ref={content} className={empty ? 'h-full' : undefined}>
          <PaneBoundary resetKey={conversationId}>{thread()}</PaneBoundary>
        </div>
      </section>
      <div
        ref={box}
        className={clsx(
          'relative min-w-0 bg-background',
          !isCentred && 'pb-[max(0.625rem,env(safe-area-inset-bottom))]',
        )}
      >
        {!isCentred && <ToastPlace className={toastPlaceClass} />}
        {below && !empty && (
          <Suspense fallback={null}>
            <JumpToLatest isAnswer={below === 'answer'} onJump={() => void latest()} />
          </Suspense>
        )}
        <div className="mx-auto max-w-thread px-6 max-md:px-2.5">
          {!missing && (
            <PaneBoundary resetKey={conversationId}>
              {code && loaded && conversationId !== null && (
                <code.QueuedMessages key={conversationId} running={running} conversationId={conversationId} />
              )}
              <MessageBox busy={busy} onStop={onStop} onSend={send} onQueue={queue} onCommand={command} />
            </PaneBoundary>
          )}
          {!isCentred && !isNoteAbove && (
            <div className="max-md:hidden max-md:noted:block">
              <Disclaimer />
            </div>
          )}
        </div>
      </div>
      {isCentred && (
        <div className="flex min-h-0 flex-col justify-between pb-[max(0.625rem,env(safe-area-inset-bottom))]">
          <WelcomeBelow onPick={pick} />
          <div>
            <ToastPlace className={toastPlaceClass} />
            <Disclaimer />
          </div>
        </div>
      )}
    </main>
  );
}

const toastPlaceClass = 'mx-auto max-w-thread px-6 max-md:px-2.5';

/**
 * A phone has no room for the note in every conversation. There it is below the welcome, or in the conversation that a session of the tab
 * begins with. `public/theme.js` knows whether it has been shown, so that nothing moves.
 */
function useNoteOnce(conversationId: number | null, isWelcome: boolean): void {
  const first = useRef(conversationId);
  useEffect(() => {
    if (isWelcome || conversationId !== first.current) delete document.documentElement.dataset.note;
  });
}

const Disclaimer = () => (
  <p className="text-balance px-2 pt-2 text-center text-text-muted text-xs short:hidden">
    {chatTexts.composer.disclaimer}
  </p>
);
