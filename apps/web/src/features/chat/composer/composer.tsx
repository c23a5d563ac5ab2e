import { maxMessageLength } from '@noek/contract/chat/limits';
import { characterCount, isBlank } from '@noek/contract/text/characters';
import { clsx } from 'clsx';
import { ArrowUp, Square } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { tooltip } from '../../../components/base/tooltip.ts';
import { quotedPart } from '../quote/quoted-part.ts';
import { useSendKey } from '../send-key.ts';
import { chatTexts } from '../texts.ts';
import { boxParts } from './box-parts-code.ts';
import './composer.css';

const QueueButtons = boxParts.lazy(({ parts }) => parts.QueueButtons);

const round =
  'inline-grid size-9 flex-none place-items-center rounded-full bg-accent text-accent-text hover:bg-accent-hover disabled:cursor-not-allowed disabled:bg-surface-active disabled:text-text-muted coarse:size-10 forced-colors:border';

const icon = 'col-start-1 row-start-1 transition-opacity duration-(--duration-fast)';

/** The message box, with the draft after its quotes. Enter sends, Shift+Enter adds a line, unless the person has chosen Ctrl+Enter. While an answer runs, Enter queues and the button stops it. */
export function Composer(props: {
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
  /** An answer is running or a message is being sent: nothing can be sent, and Send becomes Stop. */
  busy: boolean;
  /** Stops the running answer; null when no answer is running. */
  onStop: (() => void) | null;
  /** Queues the message behind the running answer, or interrupts that with it. Absent where no answer runs. */
  onQueue?: (as: 'queueMessage' | 'steer') => void;
  /** The files that are sent with the text. */
  files?: ReactNode;
  hasFiles?: boolean;
  /** More files than a message can have, so nothing can be sent. */
  hasTooManyFiles?: boolean;
  /** Files are still being added, so nothing can be sent. */
  isAdding?: boolean;
  /** On phones, where the box is one row: what is before the text. */
  lead?: ReactNode;
  /** Controls next to Send: the switches of the conversation, and which model answers. */
  tools?: ReactNode;
  input: RefObject<HTMLTextAreaElement | null>;
}) {
  const { text, busy, onStop, input } = props;
  const key = useSendKey();
  const length = characterCount(text);
  const tooLong = length > maxMessageLength;
  const { hasFiles = false, isAdding = false } = props;
  const quoted = quotedPart(text);
  const typed = text.slice(quoted.length);
  const hasContent = hasFiles || !isBlank(typed);
  const isReady = !tooLong && !isAdding && !props.hasTooManyFiles && hasContent;
  const sendable = !busy && isReady;
  /** What is written while an answer runs can be queued. */
  const queueable = onStop && isReady && props.onQueue;
  const isRow = Boolean(props.lead);
  useGrowth(input, typed);
  const isTall = useSecondLine(input, typed, isRow) || (isRow && Boolean(queueable));
  /** Enter was pressed while nothing can be sent. */
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    if (!busy && !isAdding) setTold(false);
  }, [busy, isAdding]);

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (sendable) props.onSend();
    else if (queueable) queueable('queueMessage');
    else if (isAdding || (busy && hasContent)) setTold(true);
  };
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!busy) return;
    // The button may be Send again before the browser would submit the form.
    event.preventDefault();
    // The second click of a double click on Send must not stop the answer.
    if (event.detail < 2) onStop?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isSteer = busy && key.steers(event);
    if (!isSteer && !key.sends(event)) return;
    event.preventDefault();
    if (!isSteer) submit();
    else if (queueable) queueable('steer');
  };

  /** Where the text and the buttons share a row, what is added or said is above it. */
  const above = isRow ? '-order-2 col-span-full' : 'short:order-first short:col-span-full';

  return (
    <form
      onSubmit={submit}
      className={clsx(
        'group/composer @container/composer grid rounded-composer border border-border-strong bg-surface-raised shadow-composer focus-within:border-accent focus-within:shadow-[0_0_0_3px_color-mix(in_oklab,var(--color-accent)_16%,transparent),var(--shadow-composer)] hover:border-border-control focus-within:hover:border-accent forced-colors:has-[textarea:focus]:outline-2 forced-colors:has-[textarea:focus]:outline-[Highlight] mode-fun:border-transparent! mode-fun:[background:linear-gradient(var(--color-surface-raised),var(--color-surface-raised))_padding-box,var(--fun-edge)_border-box] mode-harmful:border-harmful-edge!',
        isRow
          ? 'grid-cols-[auto_minmax(0,1fr)_auto] items-end p-1.5'
          : 'pt-2 short:grid-cols-[minmax(0,1fr)_auto] short:items-end short:pt-1',
      )}
    >
      <div className={clsx('min-w-0 empty:hidden', above)}>{props.files}</div>
      <label className="sr-only" htmlFor="message">
        {chatTexts.composer.label}
      </label>
      {props.lead}
      <textarea
        ref={input}
        id="message"
        dir="auto"
        rows={1}
        value={typed}
        onChange={(event) => props.onText(quoted + event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={chatTexts.composer.placeholder}
        enterKeyHint={key.hint}
        aria-invalid={tooLong}
        aria-describedby={tooLong ? 'message-too-long' : undefined}
        className={clsx(
          'field-sizing-content block max-h-(--size-composer-max) min-h-10 w-full scroll-area resize-none bg-transparent text-[1rem] leading-6 outline-none short:max-h-22',
          isRow
            ? 'py-2 placeholder-shown:overflow-hidden placeholder-shown:whitespace-nowrap'
            : 'px-4.5 pt-1.5 pb-1 short:pr-1 short:placeholder-shown:whitespace-nowrap',
          isRow && (isTall ? '-order-1 col-span-full px-2.5' : 'px-1.5'),
        )}
      />
      <p className={clsx('px-4.5 pt-1 text-danger-ink text-sm empty:hidden', above)} id="message-too-long" role="alert">
        {tooLong && chatTexts.composer.tooLong(length)}
      </p>
      <p className={clsx('px-4.5 pt-1 text-sm text-text-muted empty:hidden', above)} role="status">
        {isTold && !busy && isAdding && chatTexts.composer.addingFiles}
        {isTold && busy && !onStop && chatTexts.composer.sendingFirst}
      </p>
      <div
        className={clsx(
          'flex items-end',
          isRow ? 'col-start-3 gap-1' : 'gap-1.5 px-2 pt-1.5 pb-2 short:gap-1 short:p-0.5 short:pr-1.5',
        )}
      >
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5 short:flex-nowrap short:gap-0.5">
          {props.tools}
        </div>
        {queueable && (
          <Suspense fallback={null}>
            <QueueButtons onQueue={queueable} />
          </Suspense>
        )}
        {/* One button, so that it neither jumps nor loses the focus when Send becomes Stop. */}
        <button
          type={busy ? 'button' : 'submit'}
          className={round}
          aria-label={busy ? chatTexts.composer.stop : chatTexts.composer.send}
          disabled={!busy && !sendable}
          aria-disabled={busy && !onStop}
          onClick={press}
          // Nor must a key that is held down on Send.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          {...tooltip(busy ? chatTexts.composer.stop : chatTexts.composer.sendHint, 'top')}
        >
          <ArrowUp className={clsx(icon, 'size-4 stroke-[2.25]', busy && 'opacity-0')} aria-hidden />
          <Square className={clsx(icon, 'size-3.25 fill-current', !busy && 'opacity-0')} aria-hidden />
        </button>
      </div>
    </form>
  );
}

const growsAutomatically = () => typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content');

/** Lets the box grow with its text in browsers that do not do this automatically; the style limits it to 128 px. */
function useGrowth(input: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured whenever the text changes
  useLayoutEffect(() => {
    const box = input.current;
    if (!box || growsAutomatically()) return;
    box.style.height = 'auto';
    box.style.height = `${box.scrollHeight}px`;
  }, [input, text]);
}

/**
 * Whether the text has got the whole width of a box that is one row, above the buttons: it needed a second line, and has not been empty
 * since.
 */
function useSecondLine(input: RefObject<HTMLTextAreaElement | null>, text: string, isRow: boolean): boolean {
  const [isTall, setTall] = useState(false);
  useLayoutEffect(() => {
    const box = input.current;
    if (!isRow || text === '') setTall(false);
    else if (box && !isTall) setTall(box.scrollHeight > Number.parseFloat(getComputedStyle(box).lineHeight) * 2.25);
  }, [input, text, isRow, isTall]);
  return isTall;
}
