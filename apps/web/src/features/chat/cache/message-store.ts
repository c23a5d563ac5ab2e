import { messagePageSize } from '@noek/contract/chat/limits';
import type { Conversation, Message, MessageCursor, MessagePage } from '@noek/contract/chat/schemas';
import { errorCode } from '../../../api/base/error-text.ts';
import {
  isSame,
  type MessageWindow,
  tailFrom,
  withBefore,
  withMessages,
  withNewer,
  withOlder,
  withTail,
} from './message-cache.ts';

/** The maximum number of messages that one read may request. */
const largestPage = 200;
/** How many recently left versions are remembered. */
const versionsKept = 20;

type PageInput = { conversationId: number; cursor?: MessageCursor; limit?: number };

/** A change that arrived. `isEnd`: it counts only where the message is loaded, because it may be on a branch that is not shown. */
type News = { message: Message; isEnd: boolean };

const hasMessage = (window: MessageWindow | undefined, messageId: string): boolean =>
  window?.messages.some(({ id }) => id === messageId) ?? false;

/** A window that was just read, with what has arrived since the read began. `onMissed`: a change has no place in it. */
function withNews(window: MessageWindow, news: readonly News[], onMissed = () => {}): MessageWindow {
  let result = window;
  for (const { message, isEnd } of news) {
    if (isEnd && !hasMessage(result, message.id)) continue;
    const next = withMessages(result, [message]);
    if (next) result = next;
    else onMissed();
  }
  return result;
}

/** What the store needs from the server and from the place that keeps its windows. */
export type MessageStorePorts = {
  readPage(input: PageInput): Promise<MessagePage>;
  showVersion(messageId: string): Promise<Conversation>;
  get(conversationId: number): MessageWindow | undefined;
  set(conversationId: number, window: MessageWindow): void;
  /**
   * Sets a window of another extent. A read of the earlier extent that is still running is ended and repeated: its result would replace
   * the new window.
   */
  replace(conversationId: number, window: MessageWindow): void;
  /** Triggers another read of the messages, immediately for the open conversation. */
  reload(conversationId: number): void;
};

/**
 * The loaded messages of conversations: how they are read, grow at both ends, and take changes. Changes that arrive during a
 * read are not lost.
 */
export class MessageStore {
  readonly #ports: MessageStorePorts;
  /** The changes that arrived since each running read began, by conversation. */
  readonly #reads = new Map<number, Set<News[]>>();
  /** Page requests in progress, by conversation and end. */
  readonly #pages = new Map<string, Promise<void>>();
  /** Running reads of the end, by conversation. */
  readonly #ends = new Map<number, Promise<void>>();
  /** The number of requests for another part of the conversation; the last one counts. */
  readonly #places = new Map<number, number>();
  /** Versions that were left, with the messages that followed them, so that going back to one is immediate. */
  readonly #left = new Map<string, MessageWindow>();
  /** The latest request for another version, by conversation. */
  readonly #showing = new Map<number, Promise<Conversation>>();
  /** The number of such requests. */
  readonly #wishes = new Map<number, number>();

  constructor(ports: MessageStorePorts) {
    this.#ports = ports;
  }

  /**
   * Reads the data of a messages query: the end of the conversation or, if `around` is given, the messages around that one.
   * Messages that are already loaded are read again to the same extent.
   */
  read(conversationId: number, around: string | null): Promise<MessageWindow> {
    const { get } = this.#ports;
    return this.#reading(conversationId, async (news) => {
      const window = await this.#readShown(conversationId, async () => {
        for (;;) {
          const known = get(conversationId);
          const window =
            known && known.messages.length > 0
              ? await this.#readAgain(conversationId, known)
              : await this.#readFirst(conversationId, around);
          // Another part of the conversation may be shown by now, such as its end because something was sent.
          const now = get(conversationId);
          if (!known && around === null && now) return this.#withKept(conversationId, window, now);
          if (!known || !now || isSame(now.newer, known.newer)) return window;
        }
      });
      return withNews(window, news);
    });
  }

  /** Applies new or changed messages. Messages that are not loaded yet will include the change when they are read. */
  put(conversationId: number, messages: readonly Message[]): void {
    this.#note(
      conversationId,
      messages.map((message) => ({ message, isEnd: false })),
    );
    this.#apply(conversationId, messages);
  }

  /** Applies the final message of an answer, which may be on a branch that is not shown. */
  putEnd(message: Message): void {
    const { conversationId, id } = message;
    this.#note(conversationId, [{ message, isEnd: true }]);
    const known = this.#ports.get(conversationId);
    if (!known || hasMessage(known, id)) this.#apply(conversationId, [message]);
  }

  /** Loads the page before the loaded messages. Rejects when it cannot be read. */
  loadOlder(conversationId: number): Promise<void> {
    return this.#loadPage(conversationId, 'older', withOlder);
  }

  /** Loads the page after the loaded messages. Rejects when it cannot be read. */
  loadNewer(conversationId: number): Promise<void> {
    return this.#loadPage(conversationId, 'newer', withNewer);
  }

  /** Replaces a part from the middle of the conversation with its end. */
  loadEnd(conversationId: number): Promise<void> {
    const running = this.#ends.get(conversationId);
    if (running) return running;
    const isWanted = this.#claimPlace(conversationId);
    if (this.#ports.get(conversationId)?.newer === null) return Promise.resolve();
    const load = this.#reading(conversationId, async (news) => {
      const window = await this.#readShown(conversationId, () => this.#ports.readPage({ conversationId }));
      if (isWanted()) this.#show(conversationId, window, news);
    }).finally(() => {
      if (this.#ends.get(conversationId) === load) this.#ends.delete(conversationId);
    });
    this.#ends.set(conversationId, load);
    return load;
  }

  /** Ensures that a message is loaded; resolves to whether it exists. If the message is on another branch, that branch is shown. */
  loadAround(conversationId: number, messageId: string): Promise<boolean> {
    const isWanted = this.#claimPlace(conversationId);
    this.#ends.delete(conversationId);
    if (hasMessage(this.#ports.get(conversationId), messageId)) return Promise.resolve(true);
    return this.#reading(conversationId, async (news) => {
      const window = await this.#readShown(conversationId, () => this.#readFirst(conversationId, messageId));
      const isThere = hasMessage(window, messageId);
      if (isThere && isWanted()) this.#show(conversationId, window, news);
      return isThere;
    });
  }

  /**
   * Shows another version of a message with the messages that follow it, and resolves to the resulting conversation. A version
   * seen before shows immediately. Of several requests in a row the last one counts, and they reach the server in order. If the
   * server does not switch, restores the messages and rejects.
   */
  showVersion(message: Message, versionId: string): Promise<Conversation> {
    const { id, conversationId } = message;
    const { get, set } = this.#ports;
    const before = get(conversationId);
    const leaving = before && tailFrom(before, id);
    if (leaving) this.#left.set(id, leaving);
    for (const old of [...this.#left.keys()].slice(0, -versionsKept)) this.#left.delete(old);
    const seen = this.#left.get(versionId);
    if (before && seen) set(conversationId, withTail(before, id, seen));

    const shown: Promise<Conversation> = this.untilShown(conversationId)
      .then(() => this.#ports.showVersion(versionId))
      .then(async (conversation) => {
        if (isNewest()) await this.#readTail(conversationId, id, versionId, isNewest);
        return conversation;
      })
      .catch((error: unknown) => {
        const now = get(conversationId);
        if (now && leaving && seen && isNewest()) set(conversationId, withTail(now, versionId, leaving));
        throw error;
      })
      .finally(() => {
        if (isNewest()) this.#showing.delete(conversationId);
      });
    const isNewest = () => this.#showing.get(conversationId) === shown;
    this.#wishes.set(conversationId, (this.#wishes.get(conversationId) ?? 0) + 1);
    this.#showing.set(conversationId, shown);
    return shown;
  }

  /** Resolves when the server shows the version that was requested last, or has refused it. */
  async untilShown(conversationId: number): Promise<void> {
    await this.#showing.get(conversationId)?.catch(() => {});
  }

  async #readTail(conversationId: number, id: string, versionId: string, isWanted: () => boolean): Promise<void> {
    const { readPage, get } = this.#ports;
    await this.#reading(conversationId, async (news) => {
      const page = await readPage({ conversationId, cursor: { around: versionId } });
      const [now, tail] = [get(conversationId), tailFrom(page, versionId)];
      if (!now || !tail || !isWanted()) return;
      this.#show(conversationId, withTail(now, tailFrom(now, versionId) ? versionId : id, tail), news);
    });
  }

  #loadPage(conversationId: number, end: 'older' | 'newer', merge: typeof withOlder): Promise<void> {
    const key = `${end}:${conversationId}`;
    const running = this.#pages.get(key);
    if (running) return running;
    const { get, readPage } = this.#ports;
    const cursor = get(conversationId)?.[end];
    if (!cursor) return Promise.resolve();
    const load = this.#reading(conversationId, async (news) => {
      const page = await readPage({ conversationId, cursor });
      const now = get(conversationId);
      const next = now && merge(now, page, cursor);
      if (next && next !== now) this.#show(conversationId, next, news);
    }).finally(() => this.#pages.delete(key));
    this.#pages.set(key, load);
    return load;
  }

  /** Runs a read and collects the changes that arrive in the meantime, because the read may be older. */
  async #reading<Result>(conversationId: number, read: (news: readonly News[]) => Promise<Result>): Promise<Result> {
    const news: News[] = [];
    const reads = this.#reads.get(conversationId) ?? new Set();
    this.#reads.set(conversationId, reads.add(news));
    try {
      return await read(news);
    } finally {
      reads.delete(news);
      if (reads.size === 0) this.#reads.delete(conversationId);
    }
  }

  #show(conversationId: number, window: MessageWindow, news: readonly News[]): void {
    let isMissed = false;
    this.#ports.replace(
      conversationId,
      withNews(window, news, () => {
        isMissed = true;
      }),
    );
    if (isMissed) this.#ports.reload(conversationId);
  }

  #apply(conversationId: number, messages: readonly Message[]): void {
    const known = this.#ports.get(conversationId);
    const next = known && withMessages(known, messages);
    if (next) this.#ports.set(conversationId, next);
    else this.#ports.reload(conversationId);
  }

  #note(conversationId: number, news: readonly News[]): void {
    for (const noted of this.#reads.get(conversationId) ?? []) noted.push(...news);
  }

  /** Until the server has received the latest request for a version, its answers show the wrong version. */
  async #readShown(conversationId: number, read: () => Promise<MessageWindow>): Promise<MessageWindow> {
    for (;;) {
      const wish = this.#wishes.get(conversationId);
      await this.untilShown(conversationId);
      const window = await read();
      if (this.#wishes.get(conversationId) === wish) return window;
    }
  }

  /** Records that another part of the conversation is wanted. The returned function tells whether it still is. */
  #claimPlace(conversationId: number): () => boolean {
    const place = (this.#places.get(conversationId) ?? 0) + 1;
    this.#places.set(conversationId, place);
    return () => this.#places.get(conversationId) === place;
  }

  async #readFirst(conversationId: number, around: string | null): Promise<MessageWindow> {
    const { readPage } = this.#ports;
    if (around === null) return readPage({ conversationId });
    const surroundings = () => readPage({ conversationId, cursor: { around } });
    return orNotThere(
      surroundings,
      // It may be on a branch that is not shown.
      () =>
        orNotThere(
          async () => {
            await this.#ports.showVersion(around);
            return await surroundings();
          },
          () => readPage({ conversationId }),
        ),
    );
  }

  /** The end of a conversation, after what this device has kept of the messages before it, which are then read again. */
  #withKept(conversationId: number, end: MessageWindow, kept: MessageWindow): MessageWindow {
    const window = withBefore(end, kept);
    // Once this one is shown.
    if (window !== end) setTimeout(() => this.#ports.reload(conversationId), 0);
    return window;
  }

  /** Reads from the end of the loaded messages back to their start, which may have moved in the meantime. */
  async #readAgain(conversationId: number, known: MessageWindow): Promise<MessageWindow> {
    const { readPage } = this.#ports;
    const { newer } = known;
    const limit = Math.min(largestPage, Math.max(messagePageSize, known.messages.length));
    const cursor = newer && 'after' in newer ? { before: newer.after + 1 } : null;
    let window = await readPage({ conversationId, limit, ...(cursor && { cursor }) });
    if (window.messages.length === 0 && cursor) window = await readPage({ conversationId, limit });
    for (;;) {
      const { older } = window;
      const start = this.#ports.get(conversationId)?.older ?? null;
      const isReached = start && 'before' in start && older && 'before' in older && older.before <= start.before;
      if (!older || isReached) return window;
      const page = await readPage({ conversationId, cursor: older, limit: largestPage });
      window = withOlder(window, page, older);
    }
  }
}

async function orNotThere<Result>(read: () => Promise<Result>, otherwise: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (errorCode(error) !== 'NOT_FOUND') throw error;
    return otherwise();
  }
}
