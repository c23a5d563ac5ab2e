import type { File as SentFile } from '@noek/contract/files/schemas';
import { isSendable, type OutboxEntry, type OutboxState, parseOutbox } from './outbox-entry.ts';

const key = 'noek_outbox';
/** How many created conversations are remembered; other tabs learn from them where their entries went. */
const madeKept = 10;
/** How many removed sends are remembered. */
const refusedKept = 20;

const none: OutboxState = { entries: [], made: [] };

/**
 * Everything to send from this device, oldest first: messages, edits, mode commands and requests for another answer. All tabs
 * share it: each change starts from the stored value, and the other tabs are notified.
 */
export class Outbox {
  #state: OutboxState = read() ?? none;
  /** The storage rejected the last change, so its value is outdated. */
  #unstored = false;
  readonly #onMade: (begins: string, conversationId: number) => void;
  readonly #listeners = new Set<() => void>();
  /** The ids of refused sends. A send that is repeated unchanged keeps its id. */
  readonly #refused = new Map<string, string>();

  /** `onMade` is called when a conversation has its id, before any other listener is notified. */
  constructor(onMade: (begins: string, conversationId: number) => void = () => {}) {
    this.#onMade = onMade;
  }

  readonly all = (): readonly OutboxEntry[] => this.#state.entries;

  readonly has = (clientMessageId: string): boolean =>
    this.#state.entries.some((one) => one.clientMessageId === clientMessageId);

  /** Whether anything is waiting for a conversation. */
  readonly isUsed = (conversationId: number): boolean =>
    this.#state.entries.some((one) => one.conversationId === conversationId);

  /** The id of a conversation that was started on this device; null if it does not exist yet. */
  madeOf(begins: string): number | null {
    return this.#state.made.find(([local]) => local === begins)?.[1] ?? null;
  }

  /** Where the owner has entries that can be sent: conversation ids, and local ids of conversations to create. */
  lanes(ownerId: string | null): string[] {
    const lanes = new Set(this.#state.entries.filter((one) => one.ownerId === ownerId).map(laneOf));
    return [...lanes].filter((lane) => this.next(ownerId, lane) !== undefined);
  }

  /** The next entry of a lane that can be sent; undefined while an earlier one is blocked. */
  next(ownerId: string | null, lane: string): OutboxEntry | undefined {
    const first = this.#state.entries.find((one) => one.ownerId === ownerId && laneOf(one) === lane);
    return first && isSendable(first) ? first : undefined;
  }

  /** Adds an entry at the end. An entry that is already there keeps its position. */
  add(entry: OutboxEntry): void {
    this.#change((entries) => (entries.some(isSame(entry)) ? entries : [...entries, entry]));
  }

  /** The id of an identical earlier send that was removed. It is returned only once, because it is then in use again. */
  takeRefusedId(send: Sendable): string | undefined {
    const name = fingerprint(send);
    const clientMessageId = this.#refused.get(name);
    this.#refused.delete(name);
    return clientMessageId;
  }

  /** Removes an entry that was discarded or whose text returns to where it was written. */
  remove(entry: OutboxEntry): void {
    this.#refused.set(fingerprint(entry), entry.clientMessageId);
    for (const old of [...this.#refused.keys()].slice(0, -refusedKept)) this.#refused.delete(old);
    this.#change((entries) => entries.filter((one) => !isSame(entry)(one)));
  }

  /** The server did not accept the entry: records what it now waits for. */
  hold(entry: OutboxEntry, state: OutboxEntry['state'], refusal?: string): void {
    this.#change((entries) =>
      entries.map((one) => {
        if (!isSame(entry)(one)) return one;
        const { refusal: _, ...rest } = one;
        return { ...rest, state, ...(refusal === undefined ? {} : { refusal }) };
      }),
    );
  }

  /** The server has a file of an entry that waited on this device. */
  replaceFile(entry: OutboxEntry, waitingId: string, sent: SentFile): void {
    this.#change((entries) =>
      entries.map((one) =>
        isSame(entry)(one) ? { ...one, files: one.files?.map((file) => (file.id === waitingId ? sent : file)) } : one,
      ),
    );
  }

  /** A conversation has its id: moves the entries that were started in it. */
  made(begins: string, conversationId: number): void {
    this.#change((entries) => entries, [begins, conversationId]);
  }

  /**
   * The server has accepted an entry and is writing `answer` to it. Waiting messages go under that answer, once it is complete.
   * Entries with an explicit parent keep it.
   */
  sent(entry: OutboxEntry, result: { conversationId: number; answerId: string }): void {
    const made = entry.begins === null ? undefined : ([entry.begins, result.conversationId] as const);
    const isBehind = (one: OutboxEntry) => one.ownerId === entry.ownerId && laneOf(one) === laneOf(entry);
    this.#change((entries) => {
      const rest = entries.filter((one) => !isSame(entry)(one));
      return rest.map((one) => {
        // What is queued waits on the server.
        if (!isBehind(one) || one.queue) return one;
        const names = one.kind === 'edit' || one.kind === 'regenerate';
        return { ...one, after: result.answerId, ...(names ? {} : { parentId: result.answerId }) };
      });
    }, made);
  }

  /** Removes entries that the server already has. */
  foundSent(clientMessageIds: ReadonlySet<string>): void {
    const isFound = ({ clientMessageId }: OutboxEntry) => clientMessageIds.has(clientMessageId);
    if (this.#state.entries.some(isFound)) this.#change((entries) => entries.filter((one) => !isFound(one)));
  }

  /**
   * The server has said who is here. A guest's entries move into the account, as guest chats do, and entries of other people
   * are dropped. Entries that waited for their owner to return can be sent.
   */
  signedIn(userId: string): void {
    if (this.#state.entries.every(({ ownerId, state }) => ownerId === userId && state !== 'session')) return;
    this.#change((entries) =>
      entries
        .filter(({ ownerId }) => ownerId === null || ownerId === userId)
        .map((one) => ({ ...one, ownerId: userId, state: one.state === 'session' ? 'connection' : one.state })),
    );
  }

  /** The server cannot be reached: entries that were about to be sent wait for a connection. */
  holdAll(ownerId: string | null): void {
    const isSendingMessage = (one: OutboxEntry) => one.ownerId === ownerId && one.state === 'sending';
    if (this.#state.entries.some(isSendingMessage))
      this.#change((entries) => entries.map((one) => (isSendingMessage(one) ? { ...one, state: 'connection' } : one)));
  }

  /** The person has signed out: removes everything. */
  clear(): void {
    this.#refused.clear();
    this.#put(none);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) window.addEventListener('storage', this.#onStorage);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) window.removeEventListener('storage', this.#onStorage);
    };
  };

  /** Reads changes from other tabs. */
  refresh(): void {
    const stored = this.#unstored ? null : read();
    if (stored !== null && JSON.stringify(stored) !== JSON.stringify(this.#state)) this.#show(stored);
  }

  readonly #onStorage = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) this.refresh();
  };

  #change(
    next: (entries: readonly OutboxEntry[]) => readonly OutboxEntry[],
    newlyMade?: readonly [begins: string, id: number],
  ): void {
    const before = (this.#unstored ? null : read()) ?? this.#state;
    const isKnown = newlyMade === undefined || before.made.some(([begins]) => begins === newlyMade[0]);
    const made = isKnown ? before.made : [...before.made, newlyMade].slice(-madeKept);
    const ids = new Map(made);
    const entries = next(before.entries).map((one) => {
      const conversationId = one.begins === null ? undefined : ids.get(one.begins);
      return conversationId === undefined ? one : { ...one, conversationId, begins: null };
    });
    this.#put({ entries, made });
  }

  #put(state: OutboxState): void {
    try {
      if (state.entries.length === 0 && state.made.length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(state));
      this.#unstored = false;
    } catch {
      // Storage is switched off or full, so the entries last as long as the page.
      this.#unstored = true;
    }
    this.#show(state);
  }

  #show(state: OutboxState): void {
    const known = new Set(this.#state.made.map(([begins]) => begins));
    this.#state = state;
    for (const [begins, id] of state.made) if (!known.has(begins)) this.#onMade(begins, id);
    for (const listener of this.#listeners) listener();
  }
}

/** The stored value; null when the browser denies access. */
function read(): OutboxState | null {
  try {
    return parseOutbox(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch (error) {
    return error instanceof SyntaxError ? none : null;
  }
}

/** The key of the entries that must be sent in order: those of one conversation. */
export const laneOf = ({ conversationId, begins }: Pick<OutboxEntry, 'conversationId' | 'begins'>): string =>
  String(conversationId ?? begins);

const isSame =
  ({ clientMessageId }: OutboxEntry) =>
  (one: OutboxEntry): boolean =>
    one.clientMessageId === clientMessageId;

type Sendable = Pick<
  OutboxEntry,
  'kind' | 'conversationId' | 'begins' | 'content' | 'messageId' | 'settings' | 'files'
>;

const fingerprint = ({ kind, conversationId, begins, content, messageId, settings, files = [] }: Sendable) =>
  JSON.stringify([
    ...[kind, conversationId ?? begins, content, messageId, settings?.model, settings?.webSearch, settings?.effort],
    ...files.map(({ id }) => id),
  ]);
