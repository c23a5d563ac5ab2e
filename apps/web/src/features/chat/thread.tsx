import type { Message } from '@noek/contract/chat';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { AnswerFrame, AssistantMessage } from './assistant-message.tsx';
import { type Sending, type ThreadItem, threadItems } from './message-cache.ts';
import { spokenText } from './spoken-text.ts';
import { TypingIndicator } from './typing-indicator.tsx';
import { UserMessage } from './user-message.tsx';

/** So many items are on the page at first; scrolling up adds as many each time. */
const windowSize = 40;

/** The messages of a conversation, the newest at the end. */
export function Thread(props: {
  messages: readonly Message[];
  sending: Sending | null;
  conversationId: number | null;
  scroller: RefObject<HTMLElement | null>;
  /** Puts a text into the box. */
  onReuse: (text: string) => void;
}) {
  const { messages, sending, scroller, onReuse } = props;
  const items = useMemo(() => threadItems(messages, sending), [messages, sending]);
  const { first, sentinel } = useWindow(items.length, props.conversationId, scroller);
  const questions = useMemo(
    () => new Map(messages.filter(({ role }) => role === 'user').map(({ id, content }) => [id, content])),
    [messages],
  );

  const show = (item: ThreadItem) => {
    if (item.kind === 'sending')
      return <UserMessage key={item.key} content={item.sending.content} createdAt={item.sending.createdAt} />;
    if (item.kind === 'typing')
      return (
        <AnswerFrame key={item.key} growing>
          <TypingIndicator />
        </AnswerFrame>
      );
    const { message } = item;
    if (message.role === 'user')
      return <UserMessage key={item.key} content={message.content} createdAt={message.createdAt} />;
    const question = message.parentId ? questions.get(message.parentId) : undefined;
    return <AssistantMessage key={item.key} message={message} question={question} onReuse={onReuse} />;
  };

  return (
    <>
      <div
        role="log"
        aria-live="off"
        aria-label="Messages"
        className="mx-auto grid max-w-thread gap-7 px-6 pt-7 pb-10 max-md:gap-6 max-md:px-4 max-md:pt-5 max-md:pb-8"
      >
        {first > 0 && <div ref={sentinel} className="h-px" />}
        {items.slice(first).map(show)}
      </div>
      <FinishedAnswer messages={messages} />
    </>
  );
}

/** The part of a long list that is on the page: its end, and more of its start each time the reader comes near it. */
function useWindow(length: number, conversationId: number | null, scroller: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState(windowSize);
  const [shown, setShown] = useState(conversationId);
  if (shown !== conversationId) {
    setShown(conversationId);
    setSize(windowSize);
  }
  const sentinel = useRef<HTMLDivElement>(null);
  const fromEnd = useRef<number | null>(null);
  const first = Math.max(0, length - size);

  useEffect(() => {
    const root = scroller.current;
    if (first === 0 || !root || !sentinel.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        fromEnd.current = root.scrollHeight - root.scrollTop;
        setSize((before) => before + windowSize);
      },
      { root, rootMargin: '600px 0px 0px' },
    );
    observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, [first, scroller]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the window has grown
  useLayoutEffect(() => {
    if (fromEnd.current === null || !scroller.current) return;
    scroller.current.scrollTop = scroller.current.scrollHeight - fromEnd.current;
    fromEnd.current = null;
  }, [size, scroller]);

  return { first, sentinel };
}

/** Reads a finished answer out politely: once, when it is done, in whole sentences. */
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
      {spoken && `Noek: ${spoken}`}
    </p>
  );
}
