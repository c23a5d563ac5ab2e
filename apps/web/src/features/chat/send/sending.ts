import type { SendResult } from '@noek/contract/chat/schemas';
import { isBlank } from '@noek/contract/text/characters';
import type { QueryClient } from '@tanstack/react-query';
import { createTRPCQueryUtils } from '@trpc/react-query';
import { errorCode } from '../../../api/base/error-text.ts';
import type { TrpcClient } from '../../../api/client.ts';
import { tellFailure } from '../../../api/failed.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import type { ChatNavigation } from '../chat-navigation.tsx';
import type { Drafts } from '../drafts/drafts.ts';
import type { EditDrafts } from '../drafts/edits.ts';
import type { UnsavedSettings } from '../drafts/unsaved-settings.ts';
import { sweepWaitingFiles } from '../files-to-send/forget-waiting-files.ts';
import { isWaitingFile } from '../files-to-send/waiting-file.ts';
import { openDialog } from '../open/open-dialog.ts';
import { newClientMessageId } from '../outbox/client-message-id.ts';
import { laneOf, Outbox } from '../outbox/outbox.ts';
import { beginsIn, isFrom, type OutboxEntry } from '../outbox/outbox-entry.ts';
import { isTemporary, newIsTemporary, noteTemporary } from '../temporary-chats.ts';
import { chatTexts } from '../texts.ts';
import { CurrentPlace } from './current-place.ts';
import { Drain } from './drain.ts';
import { type SendRefusal, sendRefusal } from './send-refusal.ts';
import { SendRequests } from './send-requests.ts';
import { settingsOf } from './settings-of-entry.ts';

/** What to send: text, or a request for another answer. */
export type Send = Pick<OutboxEntry, 'kind' | 'content' | 'files' | 'pasted'> & {
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

/** Where the text of a refused entry is restored. */
const textLocations = { message: 'box', edit: 'editor', command: null, regenerate: null } as const;

/**
 * Sends from the conversation on screen, and starts another one. Everything goes through the outbox of this device. It is created once
 * per page; `setOwner` and `place.arrive` say who is here and where. It sends between `listen` and the end that this returns.
 */
export class Sending {
  readonly outbox: Outbox;
  readonly place: CurrentPlace;
  readonly #parts: SendingParts;
  readonly #requests: SendRequests;
  readonly #drain: Drain;
  readonly #listeners = new Set<() => void>();
  #state: SendingState;
  /** Who is here: null for a guest, undefined until the server has said so. */
  #ownerId: string | null | undefined;
  #hasSendable = false;

  constructor(parts: SendingParts, page: ChatNavigation) {
    const { client, queries, cache } = parts;
    this.#parts = parts;
    this.outbox = new Outbox(this.#onCreated);
    const { user } = createTRPCQueryUtils({ client, queryClient: queries }).auth;
    this.#requests = new SendRequests({
      client,
      cache,
      outbox: this.outbox,
      ownerId: () => this.#ownerId,
      signedInUserId: () =>
        user.fetch(undefined, { staleTime: 0 }).then(
          (known) => known?.id ?? null,
          () => this.#ownerId ?? null,
        ),
    });
    this.place = new CurrentPlace({
      page,
      outbox: this.outbox,
      begin: (projectId) => this.#requests.maker.begin(() => beginsIn(projectId, newClientMessageId())),
      onChange: () => this.#show({}),
    });
    this.#drain = new Drain(this.outbox, this.#requests, {
      onSent: this.#onSent,
      onFoundSent: () => cache.refreshAllowance(),
      onRefused: this.#onRefused,
      onRunning: (running) => this.#show({ running }),
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
    this.#hasSendable = this.#findSendable();
    this.#drain.setOwner(ownerId);
  }

  /** Follows the outbox of other tabs and the connection. Returns a function that ends this and stops sending. */
  listen(): () => void {
    const drain = this.#drain;
    const stopOutbox = this.outbox.subscribe(this.#onOutbox);
    window.addEventListener('online', drain.run);
    window.addEventListener('offline', drain.run);
    const stopQueries = this.#parts.queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) drain.retryNow();
    });
    return () => {
      stopOutbox();
      window.removeEventListener('online', drain.run);
      window.removeEventListener('offline', drain.run);
      stopQueries();
      drain.stop();
    };
  }

  /** Adds a message to the outbox. Returns false if another message is being sent here or there is nothing to send. */
  send({ kind, content, files = [], messageId = null, parentId, model, isCompared, pasted: edited }: Send): boolean {
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
    if (before.some(({ state }) => state === 'sending')) return false;
    if (kind !== 'regenerate' && isBlank(content) && files.length === 0) return false;
    const clientMessageId = this.outbox.takeRefusedId(at) ?? newClientMessageId();
    this.dismissRefusal();
    if (model !== undefined && !isCompared) unsavedSettings.change(conversationId, { model });
    const pasted = kind === 'message' ? drafts.take(conversationId, content, files) : edited;
    this.#drain.send({
      ...at,
      pasted,
      clientMessageId,
      ownerId,
      createdAt: new Date().toISOString(),
      // Waiting entries go first.
      state: navigator.onLine && before.length === 0 ? 'sending' : 'connection',
      ...(parentId === undefined ? {} : { parentId }),
    });
    return true;
  }

  /** Whether this page is sending a message. */
  readonly isSending = (clientMessageId: string): boolean => this.#drain.isSending(clientMessageId);

  /** Sends an entry immediately, even if the server refused it before. */
  sendNow(entry: OutboxEntry): void {
    this.outbox.hold(entry, 'connection');
    this.#drain.run();
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
    const { maker } = this.#requests;
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
    if (!isSignedIn || temporary || maker.isMaking(begins)) return;
    const ownerId = this.#ownerId;
    maker.make(begins).catch((error: unknown) => {
      if (this.#ownerId !== ownerId) return;
      // Entries that were sent into it in the meantime show why they were not delivered.
      if (outbox.all().some((one) => one.begins === begins)) return;
      tellFailure(chatTexts.sending.createFailed, error);
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
    if (this.#hasSendable && !hadSendable) this.#drain.run();
  };

  readonly #onSent = (result: SendResult, entry: OutboxEntry): void => {
    const { cache, unsavedSettings } = this.#parts;
    const { kind, conversationId, settings = {} } = entry;
    cache.putSent(result, conversationId === null);
    if (this.#requests.hasMissed(entry)) cache.reloadMessages(result.conversation.id);
    unsavedSettings.settle(conversationId, settings);
    if (!result.branched || kind === 'edit' || kind === 'regenerate') return;
    // The turns written elsewhere are now on another version; only the server knows how many there are.
    cache.reloadMessages(result.conversation.id);
    toast({ title: chatTexts.sending.branched, description: chatTexts.sending.branchedHow });
  };

  readonly #onRefused = (error: unknown, entry: OutboxEntry): boolean => {
    const { conversationId, temporary, files } = entry;
    // The temporary chat has ended, and nothing of it stays on this device.
    if (temporary && conversationId !== null && !files && errorCode(error) === 'NOT_FOUND') return true;
    if (entry.state !== 'sending') return false;
    const refusal = sendRefusal(error, textLocations[entry.kind]);
    if (refusal.kind === 'limit') {
      this.#parts.cache.refreshAllowance();
      if (entry.ownerId === null) openDialog({ kind: 'guest-limit' });
    }
    if (!this.#drain.isOwn(entry) || !isFrom(entry, this.place.now())) return false;
    this.#restoreDraft(entry);
    this.#show({ refusal: { ...refusal, entry } });
    return true;
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
