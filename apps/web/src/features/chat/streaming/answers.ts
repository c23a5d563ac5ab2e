import type { Message } from '@noek/contract/chat/schemas';
import type { AnswerPiece } from '@noek/contract/chat/stream';
import { useEffect, useSyncExternalStore } from 'react';
import { AnswerBuffer, type AnswerSnapshot, type AnswerSoFar } from './answer-buffer.ts';
import { type AnswerChanges, useAnswerChanges } from './answer-changes.ts';

/** A visible answer that has not grown for this long is read again, because events may be lost. In milliseconds. */
export const lostAfterMs = 30_000;
/** How many ended answers are remembered: a read that began before the end may still report one as streaming. */
const endedKept = 20;
/** How many answers may run at the same time; any others are read when they are opened. */
const maxAnswers = 100;

/** Answers that were interrupted, stopped or cut off may stream again. */
const canContinue = ({ status, error }: Message) =>
  status === 'interrupted' || status === 'stopped' || (status === 'complete' && Boolean(error));

/** An answer whose message is not known yet. */
const nothingYet: AnswerSoFar = { content: '', sequence: 0, steps: [], reasoning: null };

type Entry = { buffer: AnswerBuffer; final: Message | null };

/**
 * The answers that are being written, by message id, as reported by the live stream. Pieces may arrive before their message is
 * known, and messages may be read while pieces arrive. The text is the same in any order.
 */
export class Answers {
  readonly #entries = new Map<string, Entry>();
  readonly #watched = new Map<string, Message>();
  readonly #onDone: (message: Message) => void;
  readonly #onLost: (message: Message) => void;
  #reconnecting = false;

  constructor({ onDone, onLost }: AnswerChanges) {
    this.#onDone = onDone;
    this.#onLost = onLost;
  }

  /** The buffer of a message. It is created from the message the first time. */
  buffer(message: Message): AnswerBuffer {
    return this.#entry(message.id, message).buffer;
  }

  /** Marks a streaming message as shown until the returned function is called. */
  watch(message: Message): () => void {
    const { id, sequence } = message;
    const entry = this.#entry(id, message);
    const { final } = entry;
    if (final && !(canContinue(final) && sequence >= final.sequence)) {
      // The message was read before the answer ended and arrived afterwards.
      queueMicrotask(() => this.#onDone(final));
      return () => {};
    }
    this.#continue(entry, message);
    const { buffer } = entry;
    this.#watched.set(id, message);
    // With the same text, it was either continued or read right before it ended: only the server knows.
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
  start(message: Message): void {
    const entry = this.#entry(message.id, message);
    this.#continue(entry, message);
    entry.buffer.setWaiting(false);
  }

  /** An answer starts or stops waiting for a free slot. */
  wait(messageId: string, waiting: boolean): void {
    this.#entry(messageId, nothingYet).buffer.setWaiting(waiting);
  }

  /** Appends the next piece of an answer. */
  append(messageId: string, piece: AnswerPiece): void {
    const { buffer } = this.#entry(messageId, nothingYet);
    const hadGap = buffer.hasGap;
    const message = this.#watched.get(messageId);
    if (buffer.apply(piece) === 'gap' && !hadGap && message) this.#onLost(message);
  }

  /** An answer has ended. */
  end(final: Message): void {
    const entry = this.#entry(final.id, final);
    entry.final = final;
    // The most recent end comes last.
    this.#entries.delete(final.id);
    this.#entries.set(final.id, entry);
    const ended = [...this.#entries].filter(([, { final: isFinal }]) => isFinal);
    for (const [id] of ended.slice(0, -endedKept)) this.#entries.delete(id);
    this.#onDone(final);
  }

  /** The stream restarts and will report running answers again. */
  forgetUnshown(): void {
    for (const [id, { buffer, final }] of this.#entries) if (!final && !buffer.isShown) this.#entries.delete(id);
  }

  /** Marks the connection of every answer as lost or restored. */
  setReconnecting(reconnecting: boolean): void {
    this.#reconnecting = reconnecting;
    for (const { buffer } of this.#entries.values()) buffer.setReconnecting(reconnecting);
  }

  #continue(entry: Entry, message: Message): void {
    if (entry.final?.status === 'stopped') entry.buffer.restart(message);
    else entry.buffer.catchUp(message);
    entry.final = null;
  }

  #entry(id: string, known: AnswerSoFar): Entry {
    let entry = this.#entries.get(id);
    if (!entry) {
      entry = { buffer: new AnswerBuffer(known, this.#reconnecting), final: null };
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

const known = new WeakMap<AnswerChanges, Answers>();

/** The answers of a page. */
export function answersOf(changes: AnswerChanges): Answers {
  let answers = known.get(changes);
  if (!answers) {
    answers = new Answers(changes);
    known.set(changes, answers);
  }
  return answers;
}

const nothing = () => () => {};

/**
 * Returns the current state of an answer. While the answer streams, it grows with the live stream. When it is done, the same
 * caller continues with the final message, so that nothing is mounted again.
 */
export function useAnswer(message: Message): AnswerSnapshot {
  const answers = answersOf(useAnswerChanges());
  const streaming = message.status === 'streaming';
  const buffer = streaming ? answers.buffer(message) : null;
  useEffect(() => (streaming ? answers.watch(message) : undefined), [answers, message, streaming]);
  const growing = useSyncExternalStore(buffer?.subscribe ?? nothing, () => buffer?.getSnapshot() ?? null);
  if (growing) return growing;
  const { content: text, steps, reasoning } = message;
  return { text, steps, reasoning, thinking: false, reconnecting: false, waiting: false };
}
