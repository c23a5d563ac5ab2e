import type { Conversation, Message, MessageCursor, MessagePage } from '@noek/contract/chat';
import { messagePageSize } from '@noek/contract/limits';
import { errorCode } from '../../../api/base/error-text.ts';
import { type MessageWindow, tailFrom, withMessages, withNewer, withOlder, withTail } from './message-cache.ts';

/** The most messages that one read may ask for. */
const largestPage = 200;
/** So many versions that were left are remembered. */
const versionsKept = 20;

type PageInput = { conversationId: number; cursor?: MessageCursor; limit?: number };

/** What the store needs of the server, and of where its windows are kept. */
export type MessageStorePorts = {
  readPage(input: PageInput): Promise<MessagePage>;
  showVersion(messageId: string): Promise<Conversation>;
  get(conversationId: number): MessageWindow | undefined;
  set(conversationId: number, window: MessageWindow): void;
  /** Has the messages read again, those of the open conversation at once. */
  reload(conversationId: number): void;
};

/**
 * The loaded messages of conversations: how they are read, grow at both ends, and take news. News that comes while a read
 * is on its way is not lost to what that read brings.
 */
export class MessageStore {
  readonly #ports: MessageStorePorts;
  /** News that came since a read began. */
  readonly #reads = new Map<number, Set<Message[]>>();
  /** Pages on their way, by conversation and end. */
  readonly #pages = new Map<string, Promise<void>>();
  /** Versions that were left, with what followed them: going back to one shows at once. */
  readonly #left = new Map<string, MessageWindow>();
  /** The wish for another version that came last, by conversation. */
  readonly #showing = new Map<number, Promise<Conversation>>();
  /** How many there have been. */
  readonly #wishes = new Map<number, number>();

  constructor(ports: MessageStorePorts) {
    this.#ports = ports;
  }

  /**
   * What a query of the messages reads: the end of the conversation or, if `around` is given, the surroundings of that
   * message; what is loaded already is read again in the same extent.
   */
  async read(conversationId: number, around: string | null): Promise<MessageWindow> {
    const news: Message[] = [];
    const reads = this.#reads.get(conversationId) ?? new Set();
    this.#reads.set(conversationId, reads.add(news));
    try {
      // What the server says while it has not heard of the last wish is not what is wanted.
      for (;;) {
        const wish = this.#wishes.get(conversationId);
        await this.untilShown(conversationId);
        const known = this.#ports.get(conversationId);
        const window =
          known && known.messages.length > 0
            ? await this.#readAgain(conversationId, known)
            : await this.#readFirst(conversationId, around);
        if (this.#wishes.get(conversationId) === wish) return withMessages(window, news) ?? window;
      }
    } finally {
      reads.delete(news);
      if (reads.size === 0) this.#reads.delete(conversationId);
    }
  }

  /** New or changed messages. What is not loaded yet will be read from the server with the news in it. */
  put(conversationId: number, messages: readonly Message[]): void {
    for (const news of this.#reads.get(conversationId) ?? []) news.push(...messages);
    const known = this.#ports.get(conversationId);
    const next = known && withMessages(known, messages);
    if (next) this.#ports.set(conversationId, next);
    else this.#ports.reload(conversationId);
  }

  /** The page before what is loaded. Rejects when it cannot be read. */
  loadOlder(conversationId: number): Promise<void> {
    return this.#loadPage(conversationId, 'older', withOlder);
  }

  /** The page after what is loaded. Rejects when it cannot be read. */
  loadNewer(conversationId: number): Promise<void> {
    return this.#loadPage(conversationId, 'newer', withNewer);
  }

  /** The end of the conversation in the place of a part from its middle. */
  async loadEnd(conversationId: number): Promise<void> {
    if (this.#ports.get(conversationId)?.newer === null) return;
    this.#ports.set(conversationId, await this.#ports.readPage({ conversationId }));
  }

  /** Makes sure that a message is loaded; resolves to whether it is there. One on another branch brings that branch. */
  async loadAround(conversationId: number, messageId: string): Promise<boolean> {
    const has = (window: MessageWindow | undefined) => window?.messages.some(({ id }) => id === messageId) ?? false;
    if (has(this.#ports.get(conversationId))) return true;
    const window = await this.#readFirst(conversationId, messageId);
    if (has(window)) this.#ports.set(conversationId, window);
    return has(window);
  }

  /**
   * Shows another version of a message, with what follows it, and resolves to the conversation as it is then. A version
   * that was seen before shows at once. Of several wishes in a row the last one counts, and they reach the server in
   * order. Rejects, with the messages as they were, when the server does not do it.
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

  /** Resolves when the version that was asked for last is the one that the server shows, or it has refused. */
  async untilShown(conversationId: number): Promise<void> {
    await this.#showing.get(conversationId)?.catch(() => {});
  }

  async #readTail(conversationId: number, id: string, versionId: string, isWanted: () => boolean): Promise<void> {
    const { readPage, get, set } = this.#ports;
    const page = await readPage({ conversationId, cursor: { around: versionId } });
    const [now, tail] = [get(conversationId), tailFrom(page, versionId)];
    if (!now || !tail || !isWanted()) return;
    set(conversationId, withTail(now, tailFrom(now, versionId) ? versionId : id, tail));
  }

  #loadPage(conversationId: number, end: 'older' | 'newer', merge: typeof withOlder): Promise<void> {
    const key = `${end}:${conversationId}`;
    const running = this.#pages.get(key);
    if (running) return running;
    const { get, set, readPage } = this.#ports;
    const cursor = get(conversationId)?.[end];
    if (!cursor) return Promise.resolve();
    const load = readPage({ conversationId, cursor })
      .then((page) => {
        const now = get(conversationId);
        if (now) set(conversationId, merge(now, page, cursor));
      })
      .finally(() => this.#pages.delete(key));
    this.#pages.set(key, load);
    return load;
  }

  async #readFirst(conversationId: number, around: string | null): Promise<MessageWindow> {
    const { readPage } = this.#ports;
    if (around === null) return readPage({ conversationId });
    const surroundings = () => readPage({ conversationId, cursor: { around } });
    return orNotThere(
      surroundings,
      // It may stand on a branch that is not shown.
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

  /** Reads from the end of what is loaded back to its start, which may have grown meanwhile. */
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
