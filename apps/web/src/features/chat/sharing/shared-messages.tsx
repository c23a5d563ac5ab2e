import type { SharedMessage } from '@noek/contract/chat/sharing';
import { clsx } from 'clsx';
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '../../../components/base/toasts/toast.ts';
import { useChatNavigation } from '../chat-navigation.tsx';
import { isIncluded } from '../files/file-kind.ts';
import { withLinks } from '../markdown/citations/citations.ts';
import { AnswerFrame } from '../message/answer-frame.tsx';
import { CopyButton } from '../message/copy-button.tsx';
import { CopyLink } from '../message/copy-link.tsx';
import { beginningsOfDays, DaySeparator } from '../message/day-separator.tsx';
import { onHover } from '../message/message-actions.ts';
import { MessageTime } from '../message/message-time.tsx';
import { TextBoundary } from '../message/text-boundary.tsx';
import { messageTexts } from '../message/texts.ts';
import { CitedText } from '../sources/cited-text.tsx';
import { chatTexts } from '../texts.ts';
import { isDemo } from '../thread/messages/answer-parts.ts';
import { UserMessage } from '../thread/messages/user-message.tsx';
import { threadTexts } from '../thread/texts.ts';
import { SharedDocumentRows } from './documents/shared-document-rows.tsx';
import { sharingTexts } from './texts.ts';

/** The number of messages rendered at first; scrolling down adds as many again each time. */
const pageSize = 40;

/** The messages of a shared conversation, starting with the first. */
export function SharedMessages(props: {
  conversationId: number;
  messages: readonly SharedMessage[];
  scroller: RefObject<HTMLElement | null>;
}) {
  const { conversationId, messages, scroller } = props;
  const [scrolledTo, setShown] = useState(pageSize);
  const list = useRef<HTMLDivElement>(null);
  const linked = useLinkedMessage(messages, list);
  const shown = Math.max(scrolledTo, linked.index + 1);
  const end = useRef<HTMLDivElement>(null);
  const more = shown < messages.length;
  const days = useMemo(() => beginningsOfDays(messages, ({ createdAt }) => createdAt), [messages]);

  useEffect(() => {
    if (!more || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setShown(shown + pageSize), {
      root: scroller.current,
      rootMargin: '0px 0px 800px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [more, shown, scroller]);

  return (
    <div ref={list} className="grid gap-7 max-md:gap-6">
      {messages.slice(0, shown).map((message, index) => (
        <div key={message.id}>
          {days.has(index) && <DaySeparator at={message.createdAt} />}
          <div
            data-message={message.id}
            tabIndex={-1}
            className={clsx(
              'relative isolate scroll-mt-7 outline-none',
              'before:-inset-3 before:-z-1 before:pointer-events-none before:absolute before:rounded-card before:bg-accent-soft before:transition-opacity before:duration-200',
              message.id === linked.marked ? 'before:opacity-100' : 'before:opacity-0',
            )}
          >
            <TextBoundary text={message.content}>
              <Message conversationId={conversationId} message={message} />
            </TextBoundary>
          </div>
        </div>
      ))}
      {more && <div ref={end} className="h-px" />}
    </div>
  );
}

const Message = memo(function Message(props: { conversationId: number; message: SharedMessage }) {
  const { conversationId, message } = props;
  const { role, content, createdAt, status, sources, files, documents } = message;
  if (role === 'user')
    return (
      <UserMessage
        author={sharingTexts.page.question}
        content={content}
        createdAt={createdAt}
        files={files.filter(isIncluded)}
        fileNames={files.filter((file) => !isIncluded(file))}
      >
        <CopyLink conversationId={conversationId} messageId={message.id} className={onHover} />
      </UserMessage>
    );
  return (
    <AnswerFrame>
      <CitedText text={content} growing={false} sources={sources} />
      {documents && <SharedDocumentRows documents={documents} conversationId={conversationId} />}
      {(status === 'stopped' || status === 'interrupted') && (
        <p className="mt-3 text-sm text-text-muted">{sharingTexts.page[status]}</p>
      )}
      <div className="-ml-2 mt-2 flex min-h-(--size-control-sm) flex-wrap items-center gap-x-0.5 text-text-muted text-xs tabular-nums coarse:-ml-3">
        <CopyButton text={withLinks(content, sources)} label={messageTexts.copyAnswer} />
        <CopyLink conversationId={conversationId} messageId={message.id} />
        <MessageTime at={createdAt} className="px-2 coarse:px-3" />
        {isDemo(message.answeredBy) && <span>{threadTexts.answer.demo}</span>}
      </div>
    </AnswerFrame>
  );
});

/** How long the linked message stays marked, in milliseconds. */
const markMs = 2_000;

/**
 * Scrolls once to the message in the address of a shared conversation, and tells the reader if the conversation does not have it. `index`:
 * the place of the message, so that the list is rendered that far; -1 without one. `marked`: the id of the message to mark.
 */
function useLinkedMessage(messages: readonly SharedMessage[], list: RefObject<HTMLElement | null>) {
  const { messageId, leaveMessage } = useChatNavigation();
  const [target, setTarget] = useState(messageId);
  if (messageId !== null && messageId !== target) setTarget(messageId);
  const [marked, setMarked] = useState<string | null>(null);
  const index = messages.findIndex(({ id }) => id === target);
  const isThere = index !== -1;
  useEffect(() => {
    if (messageId === null) return;
    leaveMessage(messageId);
    if (!isThere) {
      toast({ title: chatTexts.conversation.messageGone, variant: 'destructive' });
      return;
    }
    const element = list.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`);
    element?.scrollIntoView({ block: 'start' });
    element?.focus({ preventScroll: true });
    setMarked(messageId);
  }, [messageId, isThere, leaveMessage, list]);
  useEffect(() => {
    if (marked === null) return;
    const timer = setTimeout(() => setMarked(null), markMs);
    return () => clearTimeout(timer);
  }, [marked]);
  return { index, marked };
}
