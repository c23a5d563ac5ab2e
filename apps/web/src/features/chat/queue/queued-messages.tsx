import { maxMessageLength } from '@noek/contract/chat/limits';
import type { QueuedMessage } from '@noek/contract/chat/queue';
import type { Message } from '@noek/contract/chat/schemas';
import { characterCount, isBlank } from '@noek/contract/text/characters';
import { ArrowDown, ArrowUp, CirclePause, Pencil, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button, TextButton } from '../../../components/base/button.tsx';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { isOfInputMethod } from '../../../components/base/of-input-method.ts';
import { Textarea } from '../../../components/fields/textarea.tsx';
import { glideFrom } from '../../../components/page/motion.ts';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import { useSendKey } from '../send-key.ts';
import { useOpenConversation } from '../session/open-conversation.ts';
import { useSend } from '../session/sends.ts';
import { useAnswerChanges } from '../streaming/answer-changes.ts';
import { thawAnswer } from '../streaming/freeze-answer.ts';
import { queueTexts } from './texts.ts';
import { useQueue } from './use-queue.ts';

/** How much of a message the names of its buttons contain, in characters. */
const longestName = 80;

/** The messages that wait for the end of the running answer, above the message box, and why they wait. Nothing if there are none. */
export function QueuedMessages({ conversationId, running }: { conversationId: number; running: Message | undefined }) {
  const { queue, edit, move, remove, removeAll, sendNow } = useQueue(conversationId);
  const { entries, refusal } = useSend();
  const { input } = useOpenConversation();
  const [editing, setEditing] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const messages = queue?.messages ?? [];
  const onTheirWay = entries.filter((one) => one.queue === 'queueMessage' && one.state === 'sending');
  useLandings(list, messages);
  useThaw(running, refusal?.entry.queue === 'steer' || entries.some(isLateSteer));
  const count = messages.length + onTheirWay.length;
  const paused = running ? null : (queue?.paused ?? null);
  if (count === 0) return <p className="sr-only" role="status" />;

  const focusBox = () => input.current?.focus();
  const send = () => {
    setSending(true);
    void sendNow().finally(() => setSending(false));
    focusBox();
  };
  return (
    <section aria-label={queueTexts.label} className="pb-2">
      <p className="sr-only" role="status">
        {paused ? paused.message : queueTexts.count(count)}
      </p>
      <div className="flex flex-wrap items-center gap-x-2.5 px-2 pb-1 text-text-muted text-xs">
        {paused ? (
          <>
            <CirclePause className="icon size-3.5!" aria-hidden />
            <p className="min-w-0 flex-1 basis-40 wrap-anywhere" data-paused={paused.reason}>
              {paused.message}
            </p>
            <TextButton disabled={isSending} onClick={send}>
              {queueTexts.sendNow}
            </TextButton>
            <TextButton
              onClick={() => {
                removeAll();
                focusBox();
              }}
            >
              {queueTexts.removeAll}
            </TextButton>
          </>
        ) : (
          <p aria-hidden>{queueTexts.waiting}</p>
        )}
      </div>
      <ol ref={list} aria-label={queueTexts.label} className="scroll-area max-h-44 overflow-y-auto short:max-h-20">
        {messages.map((message) => (
          <li
            key={message.id}
            data-queued={message.id}
            className="group/queued flex items-start gap-1 rounded-control py-0.5 pr-1 pl-2 hover:bg-surface-hover"
          >
            {editing === message.id ? (
              <Editor
                message={message}
                onSave={(content) => {
                  setEditing(null);
                  if (content !== message.content) edit(message, content);
                  focusBox();
                }}
                onCancel={() => {
                  setEditing(null);
                  focusBox();
                }}
              />
            ) : (
              <>
                <Words message={message} />
                <Actions
                  message={message}
                  count={messages.length}
                  onEdit={() => setEditing(message.id)}
                  onMove={(position) => move(message, position)}
                  onRemove={() => {
                    remove(message);
                    focusBox();
                  }}
                />
              </>
            )}
          </li>
        ))}
        {onTheirWay.map(({ clientMessageId, content, files = [] }) => (
          <li key={clientMessageId} className="py-0.5 pr-1 pl-2">
            <Words message={{ content, files }} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A message in two lines at most, with the names of its files. */
function Words({
  message: { content, files },
}: {
  message: Pick<QueuedMessage, 'content'> & { files: readonly { name: string }[] };
}) {
  return (
    <div className="min-w-0 flex-1 py-1.5 text-sm text-text-muted coarse:py-2.5" dir="auto">
      <p className="line-clamp-2 whitespace-pre-line wrap-anywhere">{content.trim()}</p>
      {files.length > 0 && <p className="truncate text-xs">{files.map(({ name }) => name).join(', ')}</p>}
    </div>
  );
}

const nameOf = ({ content, files }: QueuedMessage): string => {
  const text = content.trim() || files.map(({ name }) => name).join(', ') || queueTexts.onlyFiles;
  return text.length > longestName ? `${text.slice(0, longestName).trimEnd()}…` : text;
};

function Actions(props: {
  message: QueuedMessage;
  count: number;
  onEdit: () => void;
  onMove: (position: number) => void;
  onRemove: () => void;
}) {
  const { message, count } = props;
  const name = (action: string) => queueTexts.of(action, nameOf(message));
  const { position } = message;
  return (
    <span className="inline-flex flex-none">
      {count > 1 && (
        <>
          <IconButton
            label={name(queueTexts.moveUp)}
            hint={queueTexts.moveUp}
            className="aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
            aria-disabled={position === 1}
            onClick={() => position > 1 && props.onMove(position - 1)}
          >
            <ArrowUp aria-hidden />
          </IconButton>
          <IconButton
            label={name(queueTexts.moveDown)}
            hint={queueTexts.moveDown}
            className="aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
            aria-disabled={position === count}
            onClick={() => position < count && props.onMove(position + 1)}
          >
            <ArrowDown aria-hidden />
          </IconButton>
        </>
      )}
      <IconButton label={name(queueTexts.edit)} hint={queueTexts.edit} onClick={props.onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={name(queueTexts.remove)} hint={queueTexts.remove} onClick={props.onRemove}>
        <X aria-hidden />
      </IconButton>
    </span>
  );
}

function Editor(props: { message: QueuedMessage; onSave: (content: string) => void; onCancel: () => void }) {
  const { content, files } = props.message;
  const [text, setText] = useState(content);
  const box = useRef<HTMLTextAreaElement>(null);
  const key = useSendKey();
  const canSave = characterCount(text) <= maxMessageLength && (!isBlank(text) || files.length > 0);
  useLayoutEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(maxMessageLength, maxMessageLength);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isOfInputMethod(event)) {
      // Otherwise it would stop the answer.
      event.preventDefault();
      props.onCancel();
    } else if (key.sends(event)) {
      event.preventDefault();
      if (canSave) props.onSave(text);
    }
  };
  return (
    <div className="grid w-full gap-1.5 py-1">
      <Textarea
        ref={box}
        aria-label={queueTexts.text}
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="flex justify-end gap-1.5">
        <Button variant="quiet" size="sm" onClick={props.onCancel}>
          {queueTexts.cancel}
        </Button>
        <Button size="sm" disabled={!canSave} onClick={() => props.onSave(text)}>
          {queueTexts.save}
        </Button>
      </div>
    </div>
  );
}

const isLateSteer = ({ queue, state }: OutboxEntry) => queue === 'steer' && state !== 'sending';

/** Shows the rest of the running answer when the message that was to interrupt it did not reach the server, or was refused. */
function useThaw(running: Message | undefined, goesOn: boolean): void {
  const changes = useAnswerChanges();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when that is known
  useEffect(() => {
    if (running && goesOn) thawAnswer(changes, running);
  }, [goesOn]);
}

/** A queued message that was sent glides from its row to its place among the messages. */
function useLandings(list: RefObject<HTMLOListElement | null>, messages: readonly QueuedMessage[]): void {
  const tops = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    const left = [...tops.current].filter(([id]) => !messages.some((one) => one.id === id));
    tops.current = new Map();
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-queued]') ?? [])
      tops.current.set(row.dataset.queued ?? '', row.getBoundingClientRect().top);
    // The message may be rendered with the next frame.
    for (const [id, top] of left)
      requestAnimationFrame(() => {
        const message = document.querySelector(`[data-message="${CSS.escape(id)}"]`);
        if (message) glideFrom(message, top - message.getBoundingClientRect().top, { opacity: 0.6 });
      });
  });
}
