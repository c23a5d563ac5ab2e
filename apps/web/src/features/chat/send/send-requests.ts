import type { QueuedMessage } from '@noek/contract/chat/queue';
import type { Conversation, SendResult } from '@noek/contract/chat/schemas';
import { answerWithinMs, sendTimeoutMs } from '@noek/contract/chat/sending';
import type { TrpcClient } from '../../../api/client.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { type OutboxEntry, projectOf } from '../outbox/outbox-entry.ts';
import type { DrainServer } from './drain.ts';
import { logFailure } from './log-failure.ts';
import { ConversationMaker } from './make-conversation.ts';

const askAnswerEveryMs = 1_000;

/** The author's session has expired. It is a refusal, as one by the server. */
class SignedOutError extends Error {
  readonly data = { httpStatus: 401 };
}

/** What sending asks of the server. */
export class SendRequests implements DrainServer {
  readonly #client: TrpcClient;
  readonly #cache: ChatCache;
  readonly #outbox: Outbox;
  /** Whether events may have been missed since the last attempt to send an entry, by client message id. */
  readonly #missed = new Map<string, () => boolean>();
  /** Creates the conversations that are started on this device. */
  readonly maker: ConversationMaker<Conversation>;
  readonly signedInUserId: () => Promise<string | null>;

  /**
   * `ownerId`: who is here, null for a guest, undefined until the server has said so. `signedInUserId` asks the server.
   */
  constructor(options: {
    client: TrpcClient;
    cache: ChatCache;
    outbox: Outbox;
    ownerId: () => string | null | undefined;
    /** The local ids of chats that were started on this page and that the server was not asked for yet. */
    untried: Set<string>;
    signedInUserId: () => Promise<string | null>;
  }) {
    const { client, cache, outbox, ownerId } = options;
    this.#client = client;
    this.#cache = cache;
    this.#outbox = outbox;
    this.signedInUserId = options.signedInUserId;
    const ports = {
      outbox,
      ownerId,
      create: (begins: string) => this.#createConversation(begins),
      findUnused: (begins: string) => cache.readUnused(outbox.isUsed, projectOf(begins)),
      onMade: (conversation: Conversation) => cache.putNewConversation(conversation),
    };
    this.maker = new ConversationMaker<Conversation>(ports, options.untried);
  }

  makeConversation(begins: string): Promise<number> {
    return this.maker.make(begins);
  }

  async send(entry: OutboxEntry, signal: AbortSignal): Promise<SendResult | QueuedMessage> {
    const {
      kind,
      clientMessageId,
      conversationId,
      content,
      messageId,
      parentId,
      settings = {},
      files = [],
      pasted,
      queue,
      state,
      shownLength,
    } = entry;
    const { chat } = this.#client;
    if (conversationId !== null) await this.#cache.messages.untilShown(conversationId);
    this.#missed.set(clientMessageId, this.#cache.missedSince());
    if (kind === 'regenerate')
      return chat.regenerate.mutate({ messageId: messageId ?? '', clientMessageId, ...settings }, { signal });
    const message = {
      ...{ content, clientMessageId, ...settings },
      ...(files.length > 0 && { fileIds: files.map(({ id }) => id) }),
      ...(pasted && { pasted: true }),
    };
    if (queue === 'queueMessage' && conversationId !== null)
      return chat.queueMessage.mutate({ conversationId, ...message }, { signal });
    if (queue === 'steer' && conversationId !== null)
      return chat.steer.mutate(
        // One that had to wait was written when less of the answer was on screen than now.
        { conversationId, ...message, ...(state === 'sending' && shownLength !== undefined && { shownLength }) },
        { signal },
      );
    return chat.send.mutate(
      {
        ...{ conversationId, ...message },
        ...(parentId !== undefined && { parentId }),
        ...(conversationId === null && entry.temporary && { temporary: true }),
      },
      { signal },
    );
  }

  /** Whether events may have been missed while an entry was sent. The server has accepted it. */
  hasMissed({ clientMessageId }: OutboxEntry): boolean {
    const hasMissed = this.#missed.get(clientMessageId)?.() ?? false;
    this.#missed.delete(clientMessageId);
    return hasMissed;
  }

  async uploadFiles(entry: OutboxEntry, signal: AbortSignal): Promise<void> {
    const { uploadFilesOf } = await import('../files-to-send/waiting-files.ts');
    await uploadFilesOf(entry, { outbox: this.#outbox, signal, identify: () => this.#identify(entry) });
  }

  async untilAnswered({ conversationId, after }: OutboxEntry, signal: AbortSignal): Promise<void> {
    if (conversationId === null) return;
    const deadline = Date.now() + answerWithinMs;
    const isDone = () => {
      const known = this.#cache.windowOf(conversationId)?.messages.find(({ id }) => id === after);
      return known !== undefined && known.status !== 'streaming';
    };
    while (!isDone() && !signal.aborted && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, askAnswerEveryMs));
      const page = await this.#client.chat.messagePage.query({ conversationId, limit: 1 }).catch(() => null);
      const newest = page?.messages.at(-1);
      if (newest && newest.status !== 'streaming') return;
    }
  }

  async #createConversation(begins: string): Promise<Conversation> {
    const projectId = projectOf(begins);
    try {
      return await this.#client.chat.createConversation.mutate(projectId === null ? {} : { projectId }, {
        signal: AbortSignal.timeout(sendTimeoutMs),
      });
    } catch (error) {
      logFailure('Failed to create conversation', error);
      throw error;
    }
  }

  /** Makes sure that files are uploaded for the person who wrote the entry. A guest gets an identity first. */
  async #identify({ ownerId: author }: OutboxEntry): Promise<void> {
    if (author === null) await this.#client.chat.guestStatus.query();
    else if ((await this.#client.auth.user.query())?.id !== author) throw new SignedOutError();
  }
}
