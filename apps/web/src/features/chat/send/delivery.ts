import type { SendResult } from '@noek/contract/chat/schemas';
import type { QueryClient } from '@tanstack/react-query';
import { createTRPCQueryUtils } from '@trpc/react-query';
import { errorCode } from '../../../api/base/error-text.ts';
import type { TrpcClient } from '../../../api/client.ts';
import { tellFailure } from '../../../api/failed.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import type { UnsavedSettings } from '../drafts/unsaved-settings.ts';
import { openDialog } from '../open/open-dialog.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { isFrom, type OutboxEntry, type Place } from '../outbox/outbox-entry.ts';
import { Drain } from './drain.ts';
import type { PageEntries } from './page-entries.ts';
import { type SendRefusal, sendRefusal } from './send-refusal.ts';
import { SendRequests } from './send-requests.ts';
import { sendTexts } from './texts.ts';

/** What delivery works with, and what it reports to the page. */
type DeliveryParts = {
  client: TrpcClient;
  queries: QueryClient;
  cache: ChatCache;
  unsavedSettings: UnsavedSettings;
  outbox: Outbox;
  /** Who is here: null for a guest, undefined until the server has said so. */
  ownerId(): string | null | undefined;
  /** The place on screen. */
  place(): Place;
  entries: PageEntries;
  /** The local ids of chats that were started on this page and that the server was not asked for yet. */
  untried: Set<string>;
  onRunning(lanes: ReadonlySet<string>): void;
  /** An entry of this place was refused: its text goes back to where it was written. */
  onRefused(refusal: SendRefusal & { entry: OutboxEntry }): void;
};

/** Where the text of a refused entry is restored. */
const textLocations = { message: 'box', edit: 'editor', command: null, regenerate: null } as const;

/** Delivers the entries of the outbox, and says what became of them. Its code is not part of the first page. */
export class Delivery {
  readonly drain: Drain;
  readonly #parts: DeliveryParts;
  readonly #requests: SendRequests;

  constructor(parts: DeliveryParts) {
    const { client, queries, cache, outbox, ownerId, untried } = parts;
    this.#parts = parts;
    const { user } = createTRPCQueryUtils({ client, queryClient: queries }).auth;
    this.#requests = new SendRequests({
      client,
      cache,
      outbox,
      ownerId,
      untried,
      signedInUserId: () =>
        user.fetch(undefined, { staleTime: 0 }).then(
          (known) => known?.id ?? null,
          () => ownerId() ?? null,
        ),
    });
    const events = {
      onSent: this.#onSent,
      onQueued: cache.reloadMessages,
      onFoundSent: () => cache.refreshAllowance(),
      onRefused: this.#onRefused,
      onRunning: parts.onRunning,
    };
    this.drain = new Drain(outbox, this.#requests, events, parts.entries);
  }

  /** Creates the conversation of a signed-in person's new chat, unless that has begun. */
  makeConversation(begins: string): void {
    const { ownerId, outbox } = this.#parts;
    const { maker } = this.#requests;
    if (maker.isMaking(begins)) return;
    const owner = ownerId();
    maker.make(begins).catch((error: unknown) => {
      if (ownerId() !== owner) return;
      // Entries that were sent into it in the meantime show why they were not delivered.
      if (outbox.all().some((one) => one.begins === begins)) return;
      tellFailure(sendTexts.createFailed, error);
    });
  }

  readonly #onSent = (result: SendResult, entry: OutboxEntry): void => {
    const { cache, unsavedSettings } = this.#parts;
    const { kind, conversationId, settings = {} } = entry;
    cache.putSent(result, conversationId === null);
    if (this.#requests.hasMissed(entry)) cache.reloadMessages(result.conversation.id);
    unsavedSettings.settle(conversationId, settings);
    if (!result.branched || kind === 'edit' || kind === 'regenerate') return;
    // The turns written elsewhere are now on another version; only the server knows how many there are.
    cache.reloadMessages(result.conversation.id);
    toast({ title: sendTexts.branched, description: sendTexts.branchedHow });
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
    if (!this.drain.isOwn(entry) || !isFrom(entry, this.#parts.place())) return false;
    this.#parts.onRefused({ ...refusal, entry });
    return true;
  };
}
