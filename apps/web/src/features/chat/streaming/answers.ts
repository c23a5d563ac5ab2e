import type { Message } from '@noek/contract/chat';
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { AnswerBuffer, type AnswerPiece, type AnswerSnapshot } from './answer-buffer.ts';

/** An answer on screen that has not grown for so long is read again: something may have got lost. In milliseconds. */
export const lostAfterMs = 30_000;
/** Ended answers that are remembered: a read that began before the end may still bring one as streaming. */
const endedKept = 20;
/** Answers that run at the same time; what is beyond is read when it is opened. */
const maxAnswers = 100;

/** Answers that were interrupted or cut may stream again. */
const canContinue = ({ status, error }: Message) =>
  status === 'interrupted' || (status === 'complete' && Boolean(error));

type Entry = { buffer: AnswerBuffer; final: Message | null };

/**
 * The answers that are being written, by message id, as the live stream tells them. Pieces may come before anybody knows
 * the message they belong to, and messages may be read while pieces come: whatever arrives first, the text is the same.
 */
export class Answers {
  readonly #entries = new Map<string, Entry>();
  readonly #watched = new Map<string, Message>();
  readonly #onDone: (message: Message) => void;
  readonly #onLost: (message: Message) => void;
  #reconnecting = false;

  /** `onDone`: an answer is final. `onLost`: something of an answer is missing, so its message has to be read again. */
  constructor(options: { onDone: (message: Message) => void; onLost: (message: Message) => void }) {
    this.#onDone = options.onDone;
    this.#onLost = options.onLost;
  }

  /** The buffer of a message, made from what the message says when it is met first. */
  buffer({ id, content, sequence }: Message): AnswerBuffer {
    return this.#entry(id, content, sequence).buffer;
  }

  /** Somebody shows a streaming message, until the returned function is called. */
  watch(message: Message): () => void {
    const { id, content, sequence } = message;
    const entry = this.#entry(id, content, sequence);
    const { buffer, final } = entry;
    if (final && !(canContinue(final) && sequence >= final.sequence)) {
      // It was read before it ended, and came after.
      queueMicrotask(() => this.#onDone(final));
      return () => {};
    }
    entry.final = null;
    buffer.catchUp(content, sequence);
    this.#watched.set(id, message);
    // With the same words it has been continued, or was read right before it ended: only the server knows.
    const isUncertain = final?.sequence === sequence;
    if (isUncertain || buffer.hasGap) this.#onLost(message);
    let last = buffer.sequence;
    const timer = setInterval(() => {
      if (buffer.sequence === last) this.#onLost(message);
      last = buffer.sequence;
    }, lostAfterMs);
    return () => {
      clearInterval(timer);
      if (this.#watched.get(id) === message) this.#watched.delete(id);
    };
  }

  /** An answer has started or was continued; the message holds its text so far. */
  start({ id, content, sequence }: Message): void {
    const entry = this.#entry(id, content, sequence);
    entry.final = null;
    entry.buffer.catchUp(content, sequence);
    entry.buffer.setWaiting(false);
  }

  /** An answer starts or stops waiting for a free slot. */
  wait(messageId: string, waiting: boolean): void {
    this.#entry(messageId, '', 0).buffer.setWaiting(waiting);
  }

  /** Appends the next piece of an answer. */
  append(messageId: string, piece: AnswerPiece): void {
    const { buffer } = this.#entry(messageId, '', 0);
    const hadGap = buffer.hasGap;
    const message = this.#watched.get(messageId);
    if (buffer.apply(piece) === 'gap' && !hadGap && message) this.#onLost(message);
  }

  /** An answer has ended. */
  end(final: Message): void {
    const entry = this.#entry(final.id, final.content, final.sequence);
    entry.final = final;
    // The newest end comes last.
    this.#entries.delete(final.id);
    this.#entries.set(final.id, entry);
    const ended = [...this.#entries].filter(([, { final: isFinal }]) => isFinal);
    for (const [id] of ended.slice(0, -endedKept)) this.#entries.delete(id);
    this.#onDone(final);
  }

  /** The stream begins anew: what runs will be told again. */
  forgetUnshown(): void {
    for (const [id, { buffer, final }] of this.#entries) if (!final && !buffer.isShown) this.#entries.delete(id);
  }

  /** Says on every answer that its connection is lost, or is back. */
  setReconnecting(reconnecting: boolean): void {
    this.#reconnecting = reconnecting;
    for (const { buffer } of this.#entries.values()) buffer.setReconnecting(reconnecting);
  }

  #entry(id: string, text: string, sequence: number): Entry {
    let entry = this.#entries.get(id);
    if (!entry) {
      entry = { buffer: new AnswerBuffer(text, sequence, this.#reconnecting), final: null };
      this.#entries.set(id, entry);
      if (this.#entries.size > maxAnswers) this.#dropOldest();
    }
    return entry;
  }

  #dropOldest(): void {
    for (const [id, { buffer }] of this.#entries) {
      if (buffer.isShown) continue;
      this.#entries.delete(id);
      return;
    }
  }
}

export const AnswersContext = createContext<Answers | null>(null);

export function useAnswers(): Answers {
  const answers = useContext(AnswersContext);
  if (!answers) throw new Error('useAnswers is used outside of <AnswersContext>.');
  return answers;
}

const nothing = () => () => {};

/**
 * An answer as it is now. While it is streaming it grows with the live stream; when it is done the same caller goes on
 * with the final message, so that nothing is put on the page anew.
 */
export function useAnswer(message: Message): AnswerSnapshot {
  const answers = useAnswers();
  const streaming = message.status === 'streaming';
  const buffer = streaming ? answers.buffer(message) : null;
  useEffect(() => (streaming ? answers.watch(message) : undefined), [answers, message, streaming]);
  const growing = useSyncExternalStore(buffer?.subscribe ?? nothing, () => buffer?.getSnapshot() ?? null);
  return growing ?? { text: message.content, reconnecting: false, waiting: false };
}
