import type { QueuedMessage } from '@noek/contract/chat/queue';
import type { SendResult } from '@noek/contract/chat/schemas';
import { refusalOf, sendFailure, sendOnce, sendRetryDelaysMs, sendTimeoutMs } from '@noek/contract/chat/sending';
import { errorText } from '../../../api/base/error-text.ts';
import { isWaitingFile } from '../files-to-send/waiting-file.ts';
import { laneOf, type Outbox } from '../outbox/outbox.ts';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import { logFailure } from './log-failure.ts';
import { type PageEntries, pageEntries } from './page-entries.ts';

/** After a refusal, successful reads do not trigger another send for this long, in milliseconds. */
const retryAtAnswerAfterMs = 1_000;
/** A recent entry from another page is left to it for this long, in milliseconds. By then the page sends it or is gone. */
const takeOverAfterMs = 5_000;
/** Storage events can arrive this long after the lock is passed on, in milliseconds. */
const settleMs = 250;

/** What the drain asks of the server. */
export type DrainServer = {
  /** Sends an entry. If the server only queued it, resolves to what waits. */
  send(entry: OutboxEntry, signal: AbortSignal): Promise<SendResult | QueuedMessage>;
  /** Creates the conversation that an entry starts and records it in the outbox. */
  makeConversation(begins: string): Promise<number>;
  /** Uploads the files of an entry that wait on this device, and puts them into the outbox. */
  uploadFiles(entry: OutboxEntry, signal: AbortSignal): Promise<void>;
  /** Resolves when an answer is complete: the next message depends on all of it. */
  untilAnswered(entry: OutboxEntry, signal: AbortSignal): Promise<void>;
  /** Asks the server who is signed in: their id, or null for a guest. */
  signedInUserId(): Promise<string | null>;
};

/** What the drain reports to the page. */
export type DrainEvents = {
  /** The server has accepted an entry. Called before the entry leaves the outbox. */
  onSent(result: SendResult, entry: OutboxEntry): void;
  /** The server has queued an entry of this conversation, or has sent it because no answer was running any more. Called before the entry leaves the outbox. */
  onQueued(conversationId: number): void;
  /** The answer to a send was lost, but a live event shows that the server has the entry. */
  onFoundSent(): void;
  /**
   * The server refused an entry. Returns true if its text was restored where it was written; the entry then leaves the outbox.
   */
  onRefused(error: unknown, entry: OutboxEntry): boolean;
  /** The lanes that are being sent now. */
  onRunning(lanes: ReadonlySet<string>): void;
};

/**
 * Sends the entries of the outbox. The entries of one conversation go in order, one at a time, from one tab at a time.
 * Conversations do not wait for each other. While the server cannot be reached, retries become less frequent.
 */
export class Drain {
  readonly #outbox: Outbox;
  readonly #server: DrainServer;
  readonly #events: DrainEvents;
  readonly #lanes = new Map<string, Promise<boolean>>();
  /** Entries that were added on this page. */
  readonly #own: Set<string>;
  /** When this page first saw entries that other pages are sending. */
  readonly #seenAt = new Map<string, number>();
  #takeOver: ReturnType<typeof setTimeout> | undefined;
  /** Entries that this page is sending now. */
  readonly #sending = new Set<string>();
  /** Entries that were sent again because their guest turned out to be signed in. */
  readonly #resent = new Set<string>();
  /** Who is here; undefined until the server has said so. */
  #ownerId: string | null | undefined;
  #left = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(outbox: Outbox, server: DrainServer, events: DrainEvents, page: PageEntries = pageEntries(outbox)) {
    this.#own = page.own;
    this.#outbox = outbox;
    this.#server = server;
    this.#events = events;
    // By now the page that added the entry has requested the lock or is gone.
    for (const clientMessageId of page.older) this.#seenAt.set(clientMessageId, Number.NEGATIVE_INFINITY);
  }

  /** Adds an entry from this page to the outbox and sends it. */
  send(entry: OutboxEntry): void {
    this.#own.add(entry.clientMessageId);
    this.#outbox.add(entry);
    this.run();
  }

  /** Whether an entry was added on this page. */
  isOwn({ clientMessageId }: OutboxEntry): boolean {
    return this.#own.has(clientMessageId);
  }

  /** Sets whose entries can be sent: a user id, null for a guest, or undefined to send nothing. */
  setOwner(ownerId: string | null | undefined): void {
    if (ownerId !== this.#ownerId) this.stop();
    this.#ownerId = ownerId;
    if (typeof ownerId === 'string') this.#outbox.signedIn(ownerId);
    this.run();
  }

  /** Immediately sends everything that can be sent and is not being sent yet. */
  readonly run = (): void => {
    const outbox = this.#outbox;
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

  /** The server seems to be reachable again: retries immediately instead of at the next scheduled time. */
  readonly retryNow = (): void => {
    if (this.#timer === undefined || performance.now() - this.#failedAt < retryAtAnswerAfterMs) return;
    this.#clearTimer();
    this.run();
  };

  /** Whether this page is sending the entry now. If so, this page also receives the answer. */
  readonly isSending = (clientMessageId: string): boolean => this.#sending.has(clientMessageId);

  /** Stops sending: the page is closing, or a different person is here. */
  stop(): void {
    this.#left.abort();
    this.#left = new AbortController();
    this.#clearTimer();
    clearTimeout(this.#takeOver);
    this.#takeOver = undefined;
    this.#lanes.clear();
    this.#ownerId = undefined;
    this.#attempt = 0;
    this.#events.onRunning(new Set());
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
      // A new conversation changes the lane, and entries may have been added in the meantime.
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
    this.#events.onRunning(new Set(this.#lanes.keys()));
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Resolves to true if nothing is left to send, or to false if the server cannot be reached and the send must be retried. */
  async #drainLane(lane: string, signal: AbortSignal): Promise<boolean> {
    // Pages served without HTTPS have no locks. Two tabs may then send the same entry, and the server accepts it once.
    if (!navigator.locks) return this.#sendAll(lane, signal);
    return navigator.locks.request(`noek-outbox:${lane}`, { signal }, async () => {
      const first = this.#next(lane, signal);
      if (first && !this.isOwn(first)) await new Promise((resolve) => setTimeout(resolve, settleMs));
      return this.#sendAll(lane, signal);
    });
  }

  #next(lane: string, signal: AbortSignal): OutboxEntry | undefined {
    const outbox = this.#outbox;
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
    const outbox = this.#outbox;
    const server = this.#server;
    // Signed-in people create a conversation first; the first message of a guest or of a temporary chat creates one. Creating it changes the
    // lane.
    if (entry.begins !== null && entry.ownerId !== null && !entry.temporary)
      return void (await server.makeConversation(entry.begins));
    // Uploading changes the entry.
    if (entry.files?.some(isWaitingFile)) return server.uploadFiles(entry, signal);
    if (entry.after !== undefined) await server.untilAnswered(entry, signal);
    if (signal.aborted || !outbox.has(entry.clientMessageId)) return;
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(sendTimeoutMs)]);
    this.#sending.add(entry.clientMessageId);
    const result = await sendOnce(() => server.send(entry, inTime)).finally(() =>
      this.#sending.delete(entry.clientMessageId),
    );
    // The answer belongs to a person who has left.
    if (signal.aborted) return;
    if ('position' in result) {
      this.#events.onQueued(entry.conversationId ?? 0);
      outbox.foundSent(new Set([entry.clientMessageId]));
      return;
    }
    this.#events.onSent(result, entry);
    outbox.sent(entry, { conversationId: result.conversation.id, answerId: result.assistantMessage.id });
  }

  /**
   * Records what happens to an entry that was not sent. Returns false if the server did not refuse it and may accept it later.
   */
  async #isSettled(error: unknown, entry: OutboxEntry): Promise<boolean> {
    const outbox = this.#outbox;
    // The entry may also have been discarded.
    if (!outbox.has(entry.clientMessageId)) {
      this.#events.onFoundSent();
      return true;
    }
    logSendFailure(error, entry);
    const failure = sendFailure(error);
    if (failure === 'signed-in' && !this.#resent.has(entry.clientMessageId)) {
      this.#resent.add(entry.clientMessageId);
      const userId = await this.#server.signedInUserId();
      if (userId !== null) {
        this.#ownerId = userId;
        outbox.signedIn(userId);
      }
      return true;
    }
    const status = refusalOf(error)?.httpStatus;
    if (
      entry.ownerId !== null &&
      (status === 401 || status === 404) &&
      (await this.#server.signedInUserId()) === null
    ) {
      outbox.hold(entry, 'session');
      return true;
    }
    // The text of a recent send returns to where it was written.
    const isRecent = entry.state === 'sending' || entry.temporary;
    const isBack = failure !== 'lost' && isRecent && this.#events.onRefused(error, entry);
    if (isBack) outbox.remove(entry);
    else if (failure === 'lost' || failure === 'unavailable') outbox.hold(entry, 'connection');
    else outbox.hold(entry, 'decision', errorText(error));
    return isBack || outbox.next(entry.ownerId, laneOf(entry)) === undefined;
  }
}

/** A guest's used-up allowance is no failure, and that a conversation could not be created is already in the console. */
function logSendFailure(error: unknown, { ownerId, begins }: OutboxEntry): void {
  const isGuest = ownerId === null;
  if (isGuest ? refusalOf(error)?.httpStatus === 429 : begins !== null) return;
  logFailure(isGuest ? 'Guest chat failed' : 'Sending failed', error);
}
