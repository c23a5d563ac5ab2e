import type { SendResult } from '@noek/contract/chat';
import { refusalOf, sendFailure, sendOnce, sendRetryDelaysMs, sendTimeoutMs } from '@noek/contract/sending';
import { laneOf, type Outbox } from './outbox.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** A server that refused a send a moment ago is not asked again at every read that it answers, in milliseconds. */
const retryAtAnswerAfterMs = 1_000;
/** What another page has just been asked to send is left to that page. By then it sends it, or is gone; in milliseconds. */
const takeOverAfterMs = 5_000;
/** Pages learn of each other's changes to the storage a moment after they get each other's lock, in milliseconds. */
const settleMs = 250;

/** What the drain needs of the page. */
export type DrainPorts = {
  outbox: Outbox;
  send(entry: OutboxEntry, signal: AbortSignal): Promise<SendResult>;
  /** Makes the conversation that an entry begins, and notes in the outbox that it is made. */
  makeConversation(begins: string): Promise<number>;
  /** Resolves when an answer is complete: the next message is written to all of it. */
  untilAnswered(entry: OutboxEntry, signal: AbortSignal): Promise<void>;
  /** Asks the server who is here: their id, or null for nobody. */
  signedInUserId(): Promise<string | null>;
  /** The server has an entry. Called before it leaves the outbox. */
  onSent(result: SendResult, entry: OutboxEntry): void;
  /** The answer to a send was lost, but the news that the server has it has come. */
  onFoundSent(): void;
  /** A send has failed; it may be tried again. */
  onFailed(error: unknown, entry: OutboxEntry): void;
  /** The server refused an entry. True: its words are back where they were written, so that it leaves the outbox. */
  onRefused(error: unknown, entry: OutboxEntry): boolean;
  /** The server's words of a refusal. */
  textOf(error: unknown): string;
  /** The lanes that are being sent right now. */
  onRunning(lanes: ReadonlySet<string>): void;
};

/**
 * Sends what is in the outbox: the entries of one conversation in order, one at a time, in one tab at a time; conversations do
 * not wait for each other. It is tried again with growing pauses while the server cannot be reached.
 */
export class Drain {
  readonly #ports: DrainPorts;
  readonly #lanes = new Map<string, Promise<boolean>>();
  /** What was asked for on this page. */
  readonly #own = new Set<string>();
  /** When this page first saw what others have on their way. */
  readonly #seenAt = new Map<string, number>();
  #takeOver: ReturnType<typeof setTimeout> | undefined;
  /** What this page is sending right now. */
  readonly #sending = new Set<string>();
  /** Entries whose guest turned out to be signed in, and that were sent again. */
  readonly #resent = new Set<string>();
  /** Who is here; undefined while the server has not said so. */
  #ownerId: string | null | undefined;
  #left = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(ports: DrainPorts) {
    this.#ports = ports;
    // Whoever wrote it has asked for the lock by now, or is gone.
    for (const { clientMessageId } of ports.outbox.all()) this.#seenAt.set(clientMessageId, Number.NEGATIVE_INFINITY);
  }

  /** Puts an entry into the outbox that was asked for on this page, and sends it. */
  send(entry: OutboxEntry): void {
    this.#own.add(entry.clientMessageId);
    this.#ports.outbox.add(entry);
    this.run();
  }

  /** Was an entry asked for on this page? */
  isOwn({ clientMessageId }: OutboxEntry): boolean {
    return this.#own.has(clientMessageId);
  }

  /** Somebody (null: a guest) is here, so that what is theirs can be sent; undefined: nothing can. */
  setOwner(ownerId: string | null | undefined): void {
    if (ownerId !== this.#ownerId) this.stop();
    this.#ownerId = ownerId;
    if (typeof ownerId === 'string') this.#ports.outbox.signedIn(ownerId);
    this.run();
  }

  /** Sends at once what can be sent and is not on its way yet. */
  readonly run = (): void => {
    const { outbox } = this.#ports;
    const ownerId = this.#ownerId;
    if (ownerId === undefined) return;
    if (!navigator.onLine) {
      outbox.holdAll(ownerId);
      return;
    }
    for (const lane of outbox.lanes(ownerId)) {
      const next = outbox.next(ownerId, lane);
      if (next && this.#isOtherTabSending(next)) this.#takeOver ??= setTimeout(this.#runLater, takeOverAfterMs);
      else if (!this.#lanes.has(lane)) void this.#runLane(lane, this.#left.signal);
    }
  };

  readonly #runLater = (): void => {
    this.#takeOver = undefined;
    this.run();
  };

  /** The server seems to be reachable again: retries at once instead of at the next scheduled try. */
  readonly retryNow = (): void => {
    if (this.#timer === undefined || performance.now() - this.#failedAt < retryAtAnswerAfterMs) return;
    this.#clearTimer();
    this.run();
  };

  /** Is this page sending it right now? Then this page also gets the answer to it. */
  readonly isSending = (clientMessageId: string): boolean => this.#sending.has(clientMessageId);

  /** Sends nothing any more: the page is left, or somebody else is here. */
  stop(): void {
    this.#left.abort();
    this.#left = new AbortController();
    this.#clearTimer();
    clearTimeout(this.#takeOver);
    this.#takeOver = undefined;
    this.#lanes.clear();
    this.#ownerId = undefined;
    this.#attempt = 0;
    this.#ports.onRunning(new Set());
  }

  async #runLane(lane: string, signal: AbortSignal): Promise<void> {
    const running = this.#drainLane(lane, signal).catch(() => signal.aborted);
    this.#lanes.set(lane, running);
    this.#tell();
    const isDone = await running;
    if (signal.aborted) return;
    this.#lanes.delete(lane);
    this.#tell();
    if (isDone) {
      this.#attempt = 0;
      // A conversation that has been made is another lane, and entries may have come meanwhile.
      return this.run();
    }
    this.#failedAt = performance.now();
    if (this.#timer !== undefined) return;
    const delays = sendRetryDelaysMs;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.run();
      },
      delays[Math.min(this.#attempt, delays.length - 1)],
    );
    this.#attempt += 1;
  }

  #tell(): void {
    this.#ports.onRunning(new Set(this.#lanes.keys()));
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Resolves to whether nothing is left to send; false: the server cannot be reached, and it has to be tried again. */
  async #drainLane(lane: string, signal: AbortSignal): Promise<boolean> {
    // Pages without https have no locks: there the server gets twice what two tabs send, and takes it once.
    if (!navigator.locks) return this.#sendAll(lane, signal);
    return navigator.locks.request(`noek-outbox:${lane}`, { signal }, async () => {
      const first = this.#next(lane, signal);
      if (first && !this.isOwn(first)) await new Promise((resolve) => setTimeout(resolve, settleMs));
      return this.#sendAll(lane, signal);
    });
  }

  #next(lane: string, signal: AbortSignal): OutboxEntry | undefined {
    const { outbox } = this.#ports;
    outbox.refresh();
    const next = signal.aborted || this.#ownerId === undefined ? undefined : outbox.next(this.#ownerId, lane);
    return next && this.#isOtherTabSending(next) ? undefined : next;
  }

  #isOtherTabSending(entry: OutboxEntry): boolean {
    if (entry.state !== 'sending' || this.isOwn(entry)) return false;
    const now = performance.now();
    const seenAt = this.#seenAt.get(entry.clientMessageId) ?? now;
    this.#seenAt.set(entry.clientMessageId, seenAt);
    return now - seenAt < takeOverAfterMs;
  }

  async #sendAll(lane: string, signal: AbortSignal): Promise<boolean> {
    for (let entry = this.#next(lane, signal); entry; entry = this.#next(lane, signal)) {
      try {
        await this.#send(entry, signal);
      } catch (error) {
        if (signal.aborted) return true;
        if (!(await this.#isSettled(error, entry))) return false;
      }
    }
    return true;
  }

  async #send(entry: OutboxEntry, signal: AbortSignal): Promise<void> {
    const { outbox, send, makeConversation, untilAnswered, onSent } = this.#ports;
    // Signed-in people make a conversation first; a guest's first message makes one. Made, it is another lane.
    if (entry.begins !== null && entry.ownerId !== null) return void (await makeConversation(entry.begins));
    if (entry.after !== undefined) await untilAnswered(entry, signal);
    if (signal.aborted || !outbox.has(entry.clientMessageId)) return;
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(sendTimeoutMs)]);
    this.#sending.add(entry.clientMessageId);
    const result = await sendOnce(() => send(entry, inTime)).finally(() => this.#sending.delete(entry.clientMessageId));
    // The answer belongs to somebody who has left.
    if (signal.aborted) return;
    onSent(result, entry);
    outbox.sent(entry, { conversationId: result.conversation.id, answerId: result.assistantMessage.id });
  }

  /** Notes what becomes of an entry that was not sent. False: the server did not refuse it, and may take it later. */
  async #isSettled(error: unknown, entry: OutboxEntry): Promise<boolean> {
    const { outbox, signedInUserId, onFoundSent, onFailed, onRefused, textOf } = this.#ports;
    // Or it was discarded.
    if (!outbox.has(entry.clientMessageId)) {
      onFoundSent();
      return true;
    }
    onFailed(error, entry);
    const failure = sendFailure(error);
    if (failure === 'signed-in' && !this.#resent.has(entry.clientMessageId)) {
      this.#resent.add(entry.clientMessageId);
      const userId = await signedInUserId();
      if (userId !== null) {
        this.#ownerId = userId;
        outbox.signedIn(userId);
      }
      return true;
    }
    const status = refusalOf(error)?.httpStatus;
    if (entry.ownerId !== null && (status === 401 || status === 404) && (await signedInUserId()) === null) {
      outbox.hold(entry, 'session');
      return true;
    }
    // What was sent a moment ago goes back to where it was written.
    const isBack = failure !== 'lost' && entry.state === 'sending' && onRefused(error, entry);
    if (isBack) outbox.remove(entry);
    else if (failure === 'lost' || failure === 'unavailable') outbox.hold(entry, 'connection');
    else outbox.hold(entry, 'decision', textOf(error));
    return isBack || outbox.next(entry.ownerId, laneOf(entry)) === undefined;
  }
}
