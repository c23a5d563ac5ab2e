import type { Message } from '@noek/contract/chat';
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { AnswerBuffer, type AnswerSnapshot } from './answer-buffer.ts';
import { followAnswer, type SubscribeToEvents } from './follow-answer.ts';

/** The answers that are being written on this page, by message id. */
export class Answers {
  readonly #buffers = new Map<string, AnswerBuffer>();
  readonly #subscribe: SubscribeToEvents;
  readonly #onDone: (message: Message) => void;
  readonly #onLost: (message: Message) => void;

  constructor(options: {
    subscribe: SubscribeToEvents;
    onDone: (message: Message) => void;
    onLost: (message: Message) => void;
  }) {
    this.#subscribe = options.subscribe;
    this.#onDone = options.onDone;
    this.#onLost = options.onLost;
  }

  /** The buffer of a message, made from what the message says when it is met first. */
  buffer(message: Message): AnswerBuffer {
    let buffer = this.#buffers.get(message.id);
    if (!buffer) {
      buffer = new AnswerBuffer(message.content, message.sequence);
      this.#buffers.set(message.id, buffer);
    }
    return buffer;
  }

  /**
   * Follows a message until it is done or the returned function is called. The buffer outlives that: who comes back to
   * an answer that still runs goes on where they left.
   */
  follow(message: Message): () => void {
    return followAnswer({
      messageId: message.id,
      buffer: this.buffer(message),
      subscribe: this.#subscribe,
      onDone: (final) => {
        this.#buffers.delete(final.id);
        this.#onDone(final);
      },
      onLost: () => this.#onLost(message),
    });
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
 * An answer as it is now. While it is streaming it is followed for as long as the caller is on the page; when it is
 * done the same caller goes on with the final message, so that nothing is put on the page anew.
 */
export function useAnswer(message: Message): AnswerSnapshot {
  const answers = useAnswers();
  const streaming = message.status === 'streaming';
  const buffer = streaming ? answers.buffer(message) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one message is followed once, whatever else of it changes
  useEffect(() => (streaming ? answers.follow(message) : undefined), [answers, message.id, streaming]);
  const growing = useSyncExternalStore(buffer?.subscribe ?? nothing, () => buffer?.getSnapshot() ?? null);
  return growing ?? { text: message.content, reconnecting: false };
}
