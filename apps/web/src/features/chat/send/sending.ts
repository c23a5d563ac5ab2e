import { isBlank } from '@noek/contract/text/characters';
import type { QueryClient } from '@tanstack/react-query';
import type { TrpcClient } from '../../../api/client.ts';
import { keepTrying } from '../../../components/base/keep-trying.ts';
import { onFirstInput } from '../../../components/base/on-first-input.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import type { ChatNavigation } from '../chat-navigation.tsx';
import type { Drafts } from '../drafts/drafts.ts';
import type { EditDrafts } from '../drafts/edits.ts';
import type { UnsavedSettings } from '../drafts/unsaved-settings.ts';
import { sweepWaitingFiles } from '../files-to-send/forget-waiting-files.ts';
import { isWaitingFile } from '../files-to-send/waiting-file.ts';
import { newClientMessageId } from '../outbox/client-message-id.ts';
import { laneOf, Outbox } from '../outbox/outbox.ts';
import { beginsIn, type OutboxEntry } from '../outbox/outbox-entry.ts';
import { isTemporary, newIsTemporary, noteTemporary } from '../temporary-chats.ts';
import { CurrentPlace } from './current-place.ts';
import type { Delivery } from './delivery.ts';
import { type PageEntries, pageEntries } from './page-entries.ts';
import type { SendRefusal } from './send-refusal.ts';
import { settingsOf } from './settings-of-entry.ts';

/** What to send: text, or a request for another answer. */
export type Send = Pick<OutboxEntry, 'kind' | 'content' | 'files' | 'pasted' | 'queue' | 'shownLength'> & {
  /** The message that is edited, or the answer to replace. */
  messageId?: string | null;
  /** The parent message (null: none). If absent, the newest message at the time of sending. */
  parentId?: string | null | undefined;
  /** The model of another answer; null: chosen automatically. Absent: the conversation's. */
  model?: string | null | undefined;
  /** The model is for this answer only, as in a comparison. Otherwise the conversation keeps it. */
  isCompared?: boolean | undefined;
};

/** What the page shows of sending. */
export type SendingState = {
  /** Everything to send from this device. */
  all: readonly OutboxEntry[];
  /** The lanes that are being sent now. */
  running: ReadonlySet<string>;
  /** Why the last send was refused; null after it was dismissed. */
  refusal: (SendRefusal & { entry: OutboxEntry }) | null;
  /** The last edit whose text was restored. */
  returned: OutboxEntry | null;
  /** The local id of the empty chat. */
  begins: string;
  /** The conversation that was created for the empty chat; null while there is none. */
  createdId: number | null;
};

/** What sending works with. It lives as long as the page's cache. */
type SendingParts = {
  client: TrpcClient;
  queries: QueryClient;
  cache: ChatCache;
  drafts: Drafts;
  edits: EditDrafts;
  unsavedSettings: UnsavedSettings;
  /** Focuses the message box. */
  focusBox: () => void;
};

/**
 * Sends from the conversation on screen, and starts another one. Everything goes through the outbox of this device. It is created once
 * per page; `setOwner` and `place.arrive` say who is here and where. It sends between `listen` and the end that this returns.
 * The code that delivers loads with the first input, or when there is something to send. What is sent before is in the outbox.
 */
export class Sending {
  readonly outbox: Outbox;
  readonly place: CurrentPlace;
  readonly #parts: SendingParts;
  readonly #entries: PageEntries;
  /** The local ids of chats that were started on this page and that the server was not asked for yet. */
  readonly #untried = new Set<string>();
  #delivery: Delivery | null = null;
  #loading: Promise<Delivery> | null = null;
  /** The code that delivers could not be loaded yet. */
  #isLate = false;
  readonly #listeners = new Set<() => void>();
  #state: SendingState;
  /** Who is here: null for a guest, undefined until the server has said so. */
  #ownerId: string | null | undefined;
  /** Whose entries can be delivered; undefined also while the page does not listen. */
  #deliversFor: string | null | undefined;
  #hasSendable = false;

  constructor(parts: SendingParts, page: ChatNavigation) {
    this.#parts = parts;
    this.outbox = new Outbox(this.#onCreated);
    this.#entries = pageEntries(this.outbox);
    this.place = new CurrentPlace({
      page,
      outbox: this.outbox,
      begin: (projectId) => {
        const begins = beginsIn(projectId, newClientMessageId());
        this.#untried.add(begins);
        return begins;
      },
      onChange: () => this.#show({}),
    });
    this.#state = { running: new Set(), refusal: null, returned: null, ...this.#known() };
  }

  readonly state = (): SendingState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Sets who is here: null for a guest, undefined until the server has said so. Their entries are sent. */
  setOwner(ownerId: string | null | undefined): void {
    this.#ownerId = ownerId;
    this.#deliversFor = ownerId;
    this.#hasSendable = this.#findSendable();
    if (this.#delivery) {
      this.#delivery.drain.setOwner(ownerId);
      return;
    }
    if (typeof ownerId === 'string') this.outbox.signedIn(ownerId);
    this.#hasSendable = this.#findSendable();
    if (this.#hasSendable) void this.#load();
  }

  /** Follows the outbox of other tabs and the connection. Returns a function that ends this and stops sending. */
  listen(): () => void {
    const run = () => this.#delivery?.drain.run();
    const stopOutbox = this.outbox.subscribe(this.#onOutbox);
    const stopInput = onFirstInput(() => void this.#load());
    window.addEventListener('online', run);
    window.addEventListener('offline', run);
    const stopQueries = this.#parts.queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
        this.#delivery?.drain.retryNow();
    });
    return () => {
      stopOutbox();
      stopInput();
      window.removeEventListener('online', run);
      window.removeEventListener('offline', run);
      stopQueries();
      this.#deliversFor = undefined;
      this.#delivery?.drain.stop();
    };
  }

  /** Adds a message to the outbox. Returns false if another message is being sent here or there is nothing to send. */
  send(send: Send): boolean {
    const { kind, content, files = [], messageId = null, parentId, model, isCompared, pasted: edited } = send;
    const { queue, shownLength } = send;
    const { drafts, unsavedSettings } = this.#parts;
    const { conversationId, begins } = this.place.now();
    const ownerId = this.#ownerId ?? null;
    const settings = settingsOf(kind, unsavedSettings.get(conversationId), model);
    const at = {
      kind,
      content,
      messageId,
      conversationId,
      begins: conversationId === null ? begins : null,
      ...(ownerId !== null && isTemporary(`${conversationId ?? 'new'}`) && { temporary: true as const }),
      ...(settings && { settings }),
      ...(files.length > 0 && { files }),
    };
    const before = this.outbox.all().filter((one) => one.ownerId === ownerId && laneOf(one) === laneOf(at));
    if (before.some((one) => one.state === 'sending' && !(queue && one.queue))) return false;
    if (kind !== 'regenerate' && isBlank(content) && files.length === 0) return false;
    const clientMessageId = this.outbox.takeRefusedId(at) ?? newClientMessageId();
    this.dismissRefusal();
    if (model !== undefined && !isCompared) unsavedSettings.change(conversationId, { model });
    const pasted = kind === 'message' ? drafts.take(conversationId, content, files) : edited;
    this.#entries.own.add(clientMessageId);
    this.outbox.add({
      ...at,
      pasted,
      clientMessageId,
      ownerId,
      createdAt: new Date().toISOString(),
      // Waiting entries go first.
      state: navigator.onLine && (queue || before.length === 0) && !this.#isLate ? 'sending' : 'connection',
      ...(queue && { queue, shownLength }),
      ...(parentId === undefined || queue ? {} : { parentId }),
    });
    this.#run();
    return true;
  }

  /** Whether this page is sending a message. */
  readonly isSending = (clientMessageId: string): boolean => this.#delivery?.drain.isSending(clientMessageId) ?? false;

  /** Sends an entry immediately, even if the server refused it before. */
  sendNow(entry: OutboxEntry): void {
    this.outbox.hold(entry, 'connection');
    this.#run();
  }

  discard(entry: OutboxEntry): void {
    this.outbox.remove(entry);
    if (entry.files?.some(isWaitingFile)) sweepWaitingFiles();
  }

  /** Restores the text of a waiting entry where it was written. */
  edit(entry: OutboxEntry): void {
    this.outbox.remove(entry);
    this.#restoreDraft({ ...entry, conversationId: this.place.now().conversationId });
    if (entry.kind === 'message') this.#parts.focusBox();
  }

  dismissRefusal(): void {
    if (this.#state.refusal) this.#show({ refusal: null });
  }

  /**
   * Starts a new chat: the selection is cleared, and signed-in people get a new conversation. An unused conversation is reused, so that
   * the list does not fill with empty ones. `projectId`: the project that it is in; null for none. Messages sent before the
   * conversation exists go into it. A temporary chat is created by its first message.
   */
  newChat(projectId: string | null, temporary = false): void {
    const { cache, focusBox } = this.#parts;
    const { outbox, place } = this;
    const isSignedIn = typeof this.#ownerId === 'string';
    this.dismissRefusal();
    focusBox();
    newIsTemporary.set(temporary);
    const unused = isSignedIn && !temporary && cache.unused(outbox.isUsed, projectId);
    if (unused) {
      place.open(unused.id);
      return;
    }
    const begins = place.beginAnother({ replaces: isSignedIn, projectId });
    if (projectId === null) place.open(null);
    else place.openProject(projectId);
    if (!isSignedIn || temporary) return;
    const ownerId = this.#ownerId;
    if (this.#delivery) this.#delivery.makeConversation(begins);
    else
      void this.#load().then((delivery) => {
        if (this.#ownerId === ownerId) delivery.makeConversation(begins);
      });
  }

  /** A conversation that was started on this device has its id. Called before the entries in it show at their new place. */
  readonly #onCreated = (begins: string, conversationId: number): void => {
    const { drafts, unsavedSettings } = this.#parts;
    if (this.place.now().begins !== begins) return;
    noteTemporary(conversationId, newIsTemporary.get());
    drafts.move(null, conversationId);
    newIsTemporary.set(false);
    unsavedSettings.move(conversationId);
    this.place.followCreated();
  };

  readonly #onOutbox = (): void => {
    this.#show({});
    const hadSendable = this.#hasSendable;
    this.#hasSendable = this.#findSendable();
    // Another tab has added them.
    if (this.#hasSendable && !hadSendable) this.#run();
  };

  /** Sends everything that can be sent. */
  #run(): void {
    if (this.#delivery) this.#delivery.drain.run();
    else void this.#load();
  }

  /** Loads the code that delivers, which then sends everything that can be sent. Never rejects. */
  #load(): Promise<Delivery> {
    this.#loading ??= keepTrying(() => import('./delivery.ts').catch(this.#onLate)).then(({ Delivery }) => {
      const { client, queries, cache, unsavedSettings } = this.#parts;
      this.#isLate = false;
      this.#delivery = new Delivery({
        ...{ client, queries, cache, unsavedSettings },
        outbox: this.outbox,
        ownerId: () => this.#ownerId,
        place: () => this.place.now(),
        entries: this.#entries,
        untried: this.#untried,
        onRunning: (running) => this.#show({ running }),
        onRefused: (refusal) => {
          this.#restoreDraft(refusal.entry);
          this.#show({ refusal });
        },
      });
      this.#delivery.drain.setOwner(this.#deliversFor);
      return this.#delivery;
    });
    return this.#loading;
  }

  /** Shows that what was sent waits, because the code that delivers cannot be loaded. */
  readonly #onLate = (error: unknown): never => {
    this.#isLate = true;
    if (this.#ownerId !== undefined) this.outbox.holdAll(this.#ownerId);
    throw error;
  };

  #restoreDraft(entry: OutboxEntry): void {
    const { drafts, edits } = this.#parts;
    const { kind, conversationId, messageId, content, files, pasted } = entry;
    if (kind === 'message') drafts.restoreDraft(conversationId, content, files, pasted);
    if (kind !== 'edit' || conversationId === null || messageId === null) return;
    edits.write(conversationId, messageId, content, pasted);
    this.#show({ returned: entry });
  }

  #findSendable(): boolean {
    return this.#ownerId !== undefined && this.outbox.lanes(this.#ownerId).length > 0;
  }

  #known() {
    return { all: this.outbox.all(), begins: this.place.now().begins, createdId: this.place.createdId() };
  }

  #show(change: Partial<SendingState>): void {
    this.#state = { ...this.#state, ...change, ...this.#known() };
    for (const listener of this.#listeners) listener();
  }
}
