import { modeCommandOf } from '@noek/contract/chat/mode-commands';
import type { Message } from '@noek/contract/chat/schemas';
import { useSelector } from '@tanstack/react-store';
import { clsx } from 'clsx';
import {
  type FocusEvent,
  Fragment,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { TextButton } from '../../../components/base/button.tsx';
import { codePart } from '../../../components/base/code-part.ts';
import type { MessageWindow } from '../cache/message-cache.ts';
import { useChatNavigation } from '../chat-navigation.tsx';
import { AnswerFrame } from '../message/answer-frame.tsx';
import { beginningsOfDays, DaySeparator } from '../message/day-separator.tsx';
import { ModeSeparator } from '../message/mode-separator.tsx';
import { TextBoundary } from '../message/text-boundary.tsx';
import { TypingIndicator } from '../message/typing-indicator.tsx';
import { notifyQuestion } from '../notify/notifier.ts';
import { useNotifyHere } from '../notify/use-notify-here.ts';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import { QuoteSelection } from '../quote/quote-selection.tsx';
import { useOpenConversation } from '../session/open-conversation.ts';
import { useSession } from '../session/session.ts';
import { chatTexts, titleOf } from '../texts.ts';
import { useEscapeStops } from './escape-stops.ts';
import { useHeldPresses } from './hold-presses.ts';
import { useKeptView } from './keep-view.ts';
import { AssistantMessage, CommandReply } from './messages/assistant-message.tsx';
import { comparisonCode } from './messages/comparison/comparison-code.ts';
import { useComparison } from './messages/comparison/use-comparison.ts';
import { CommandMessage, OwnMessage } from './messages/own-message.tsx';
import { spokenText } from './messages/spoken-text.ts';
import { WaitingMessage } from './messages/waiting-message.tsx';
import { modeAtStart } from './mode-at-start.ts';
import { PrintedThread, useIsPrinted } from './printed/printed-thread.tsx';
import { shortList } from './short-list.ts';
import { threadTexts } from './texts.ts';
import { type ThreadItem, threadItems } from './thread-items.ts';
import { turnMark } from './turn-mark.ts';
import { roomClass, useTurnRoom } from './turn-room.ts';
import { useListChange } from './use-list-change.ts';

const NotifyQuestion = codePart(() => import('../notify/notify-question.tsx')).lazy();
const ComparedAnswers = comparisonCode.lazy();

/** How many items are rendered first, about one screen. The others follow after the first paint. */
const openingSize = 8;
/** The distance from an end of the loaded messages at which the next page loads, in pixels. */
const loadAheadPx = 1_500;
/** How far the list is rendered beyond the viewport, in pixels. */
const bufferPx = 400;
/** The space above the first message, in pixels. */
const topSpacePx = 28;
/** How long the target of a jump stays marked, in milliseconds. */
const markMs = 2_000;

/** The messages of a conversation, the newest at the end. The page contains only the part of a long list near the viewport. */
export default function Thread(props: {
  window: MessageWindow;
  /** The unsent entries of this conversation. */
  entries: readonly OutboxEntry[];
  /** The message being edited, and the initial text of its editor. */
  editing: { messageId: string; text: string } | null;
  /** Stops the running answer; null while none runs. */
  onStop: (() => void) | null;
  scroller: RefObject<HTMLElement | null>;
  /** The message to scroll to. */
  target: string | null;
  /** How far below the top the target belongs, in pixels; null: it is a goal of its own, which is marked and gets the focus. */
  targetTop: number | null;
  /** Called before the list scrolls to something other than its end. */
  onGo: () => void;
  /** Called when it has scrolled to the target. */
  onWent: () => void;
}) {
  const { window: loaded, entries, scroller, target, editing } = props;
  const { cache, user, isOffline } = useSession();
  const current = useOpenConversation();
  const navigation = useChatNavigation();
  useHeldPresses(scroller);
  useEscapeStops(props.onStop);
  useNotifyHere();
  const isAsked = useSelector(notifyQuestion);
  const conversationId = navigation.conversationId ?? 0;
  const { messages, versions } = loaded;
  const all = useMemo(() => threadItems(messages, entries), [messages, entries]);
  const days = useMemo(() => daysOf(all, loaded.older !== null), [all, loaded.older]);
  const identities = useMemo(() => all.map(identityOf), [all]);
  const { epoch, isWhole, isPrepended, first } = useListChange(identities, target === null ? openingSize : 0);
  const items = first > 0 ? all.slice(first) : all;
  const roles = useMemo(() => new Map(messages.map((message) => [message.id, message])), [messages]);
  const list = useRef<VirtualizerHandle>(null);
  const root = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const isPrinted = useIsPrinted();
  const indexOf = (id: string | null | undefined) =>
    id ? items.findIndex((item) => item.kind === 'message' && item.message.id === id) : -1;
  const streaming = items.findIndex((item) => item.kind === 'message' && item.message.status === 'streaming');
  const isShort = isWhole && items.length <= shortList && !loaded.older && !loaded.newer;
  const kept = [
    ...new Set([
      ...(isShort || !isWhole ? items.keys() : [items.length - 2, items.length - 1]),
      streaming,
      indexOf(focused),
      indexOf(target),
      indexOf(editing?.messageId),
    ]),
  ];

  const marked = useGoTo(target, (id) => {
    props.onGo();
    const { targetTop } = props;
    list.current?.scrollToIndex(indexOf(id), { align: 'start', offset: -(targetTop ?? topSpacePx) });
    // The buttons that step through the results of a search keep the focus.
    if (targetTop === null && !document.activeElement?.closest('[data-find-bar]'))
      focusSoon(() => root.current?.querySelector<HTMLElement>(`[data-message="${id}"]`));
    props.onWent();
    return targetTop === null;
  });
  const more = useMorePages({
    list,
    isWhole,
    loaded,
    loadOlder: () => cache.messages.loadOlder(conversationId),
    loadNewer: () => cache.messages.loadNewer(conversationId),
  });

  const show = (item: ThreadItem, last: boolean) => {
    if (item.kind === 'waiting') return <WaitingMessage entry={item.entry} />;
    if (item.kind === 'typing')
      return (
        <AnswerFrame growing>
          <TypingIndicator />
        </AnswerFrame>
      );
    if (item.kind === 'sending') {
      const { content, createdAt, files } = item.entry;
      if (modeCommandOf(content)) return <CommandMessage content={content} createdAt={createdAt} />;
      return <OwnMessage content={content} createdAt={createdAt} files={files} message={null} />;
    }
    const { message } = item;
    const question = message.parentId ? roles.get(message.parentId) : undefined;
    if (message.role === 'assistant')
      return question && modeCommandOf(question.content) ? (
        <CommandReply message={message} />
      ) : (
        <AssistantMessage message={message} versions={versions[message.id]} last={last} />
      );
    const { id, content, createdAt } = message;
    if (modeCommandOf(content)) return <CommandMessage content={content} createdAt={createdAt} />;
    const text = editing?.messageId === id ? editing.text : null;
    return (
      <OwnMessage content={content} createdAt={createdAt} message={message} versions={versions[id]} editing={text} />
    );
  };
  const turn = useTurnRoom({ items, epoch, hasEnd: !loaded.newer, list, root });
  const asked = items[turn.question]?.key;
  const withRoom = items[turn.withRoom]?.key;
  const lastMessage = messages.at(-1)?.id;
  const comparison = useComparison(conversationId, loaded, entries);
  const goToLast = () => {
    props.onGo();
    list.current?.scrollToIndex(items.length - 1, { align: 'start', offset: -topSpacePx });
  };
  const showCompared = (item: ThreadItem, last: boolean) => {
    if (!comparison || item !== all.at(-1)) return show(item, last);
    return (
      <Suspense fallback={show(item, last)}>
        <ComparedAnswers comparison={comparison} onBegin={goToLast} />
      </Suspense>
    );
  };
  const startMode = modeAtStart(loaded, current.modes);
  const row = (item: ThreadItem) => {
    const id = item.kind === 'message' ? item.message.id : undefined;
    const day = days.get(item.key);
    return (
      <Fragment key={item.key}>
        {day && <DaySeparator at={day} />}
        {startMode && item === all[0] && <ModeSeparator mode={startMode} />}
        <div
          data-message={id}
          data-row={item.key}
          {...(item.key === asked && turnMark)}
          tabIndex={-1}
          className={clsx(
            'relative isolate pb-7 outline-none max-md:pb-6',
            item.key === withRoom && roomClass,
            'before:-inset-x-3 before:-top-2 before:-z-1 before:pointer-events-none before:absolute before:bottom-4 before:rounded-card before:bg-accent-soft before:transition-opacity before:duration-200',
            marked !== null && id === marked ? 'before:opacity-100' : 'before:opacity-0',
          )}
        >
          <TextBoundary text={textOf(item)}>{showCompared(item, id === lastMessage)}</TextBoundary>
        </div>
      </Fragment>
    );
  };
  const isAtRest = isWhole && !loaded.newer && entries.length === 0 && streaming === -1 && !editing && target === null;
  useKeptView({
    userId: isAtRest && !isOffline && current.conversation?.temporary === false ? (user?.id ?? null) : null,
    ids: () => messages.map(({ id }) => id),
    list: root,
    scroller,
  });

  const onFocus = (event: FocusEvent<HTMLElement>) =>
    setFocused(event.target.closest('[data-message]')?.getAttribute('data-message') ?? null);

  return (
    <>
      <div
        ref={root}
        role="log"
        aria-live="off"
        aria-label={threadTexts.label}
        className="relative mx-auto max-w-thread px-6 pt-7 pb-3 max-md:px-4"
        onFocus={onFocus}
        onBlur={() => setFocused(null)}
      >
        {(loaded.older || more.failed) && <MoreAbove onRetry={more.failed ? more.retry : null} />}
        <Virtualizer
          key={epoch}
          ref={list}
          data={items}
          scrollRef={scroller}
          startMargin={topSpacePx}
          bufferSize={isWhole ? bufferPx : 0}
          shift={isPrepended}
          keepMounted={kept.filter((index) => index >= 0).sort((one, other) => one - other)}
          onScroll={more.look}
        >
          {row}
        </Virtualizer>
      </div>
      <FinishedAnswer messages={messages} />
      <QuoteSelection root={root} />
      <Suspense fallback={null}>{isAsked && <NotifyQuestion />}</Suspense>
      {isPrinted && (
        <PrintedThread
          title={current.conversation ? titleOf(current.conversation) : ''}
          isPart={loaded.older !== null || loaded.newer !== null}
        >
          {all.map(row)}
        </PrintedThread>
      )}
    </>
  );
}

/** The items that begin a day, by key. While older messages are not loaded, the day of the first item is not known to begin there. */
function daysOf(items: readonly ThreadItem[], hasOlder: boolean): Map<string, string> {
  const begins = beginningsOfDays(items, dateOf);
  if (hasOlder) begins.delete(0);
  return new Map([...begins].map(([index, at]) => [items[index]?.key ?? '', at]));
}

function dateOf(item: ThreadItem): string | null {
  if (item.kind === 'message') return item.message.createdAt;
  return item.kind === 'typing' ? null : item.entry.createdAt;
}

/** Identifies an item across its states: an entry being sent and the stored message it becomes have the same identity. */
function identityOf(item: ThreadItem): string {
  if (item.kind === 'sending') return item.entry.clientMessageId;
  return item.kind === 'message' ? (item.message.clientMessageId ?? item.message.id) : item.key;
}

function textOf(item: ThreadItem): string {
  if (item.kind === 'message') return item.message.content;
  return item.kind === 'typing' ? '' : item.entry.content;
}

/** Shows above the first message while there are older ones. With `onRetry`, loading them failed. */
function MoreAbove({ onRetry }: { onRetry: (() => void) | null }) {
  if (!onRetry)
    return (
      <p className="absolute inset-x-0 top-1.5 text-center text-text-muted text-xs">{threadTexts.loadingEarlier}</p>
    );
  return (
    <p role="alert" className="absolute inset-x-0 top-0 z-(--z-sticky) text-center text-sm text-text-muted">
      {threadTexts.loadFailed} <TextButton onClick={onRetry}>{chatTexts.tryAgain}</TextButton>
    </p>
  );
}

/** Scrolls to each new target once. Returns the message to highlight, for two seconds: the target if `go` returns true. */
function useGoTo(target: string | null, go: (id: string) => boolean): string | null {
  const [mark, setMark] = useState<string | null>(null);
  useEffect(() => {
    if (mark === null) return;
    const timer = setTimeout(() => setMark(null), markMs);
    return () => clearTimeout(timer);
  }, [mark]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per target
  useLayoutEffect(() => {
    if (target === null) return;
    if (go(target)) setMark(target);
  }, [target]);
  return mark;
}

/** Focuses an element as soon as possible: the list hides it until it has measured it. */
function focusSoon(find: () => HTMLElement | null | undefined, tries = 30): void {
  const element = find();
  element?.focus({ preventScroll: true });
  if (tries > 0 && document.activeElement !== element) requestAnimationFrame(() => focusSoon(find, tries - 1));
}

/** Loads the previous or next page when the reader comes near an end of the loaded messages. */
function useMorePages(options: {
  list: RefObject<VirtualizerHandle | null>;
  isWhole: boolean;
  loaded: MessageWindow;
  loadOlder: () => Promise<void>;
  loadNewer: () => Promise<void>;
}) {
  const { list, isWhole, loaded, loadOlder, loadNewer } = options;
  const [failed, setFailed] = useState(false);
  const load = (page: Promise<void>) => {
    page.catch(() => setFailed(true));
  };
  const look = () => {
    const { current } = list;
    if (!current || !isWhole || failed || current.viewportSize === 0) return;
    const above = current.scrollOffset;
    if (loaded.older && above < loadAheadPx) load(loadOlder());
    if (loaded.newer && current.scrollSize - above - current.viewportSize < loadAheadPx) load(loadNewer());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a loaded page may not fill the viewport
  useEffect(() => {
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [loaded.older, loaded.newer, isWhole, failed]);
  return { failed, look, retry: () => setFailed(false) };
}

/** Announces a finished answer to screen readers, once. */
function FinishedAnswer({ messages }: { messages: readonly Message[] }) {
  const [spoken, setSpoken] = useState('');
  const running = useRef(new Set<string>());
  useEffect(() => {
    for (const message of messages)
      if (message.status === 'streaming') running.current.add(message.id);
      else if (running.current.delete(message.id)) setSpoken(spokenText(message.content || (message.error ?? '')));
  }, [messages]);
  return (
    <p className="sr-only" role="status" aria-live="polite">
      {spoken && threadTexts.spokenAnswer(spoken)}
    </p>
  );
}
