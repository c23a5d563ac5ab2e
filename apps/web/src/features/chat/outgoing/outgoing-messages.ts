import type { SendResult } from '@noek/contract/chat';

/** A message that waits to be sent: it was written while the server could not be reached, or after the session ended. */
export type OutgoingMessage = {
  clientMessageId: string;
  /** Who wrote it; null for a guest. */
  ownerId: string | null;
  /** null: it begins a conversation, or goes into the one that a message before it begins. */
  conversationId: number | null;
  content: string;
  /** The message it was written under (null: none); absent: whatever is the newest by then. */
  parentId?: string | null;
  createdAt: string;
  /** What it waits for: a connection, its writer to sign in again, or a decision, because the server refused it. */
  waitsFor: 'connection' | 'session' | 'decision';
  /** The server's words when it refused the message. */
  refusal?: string;
};

const key = 'noek_outgoing';
const none: readonly OutgoingMessage[] = [];

/**
 * The messages of this device that wait to be sent, oldest first. All tabs share them: each change begins with what is
 * stored, and the others hear of it.
 */
export class OutgoingMessages {
  #messages: readonly OutgoingMessage[] = read() ?? none;
  /** The storage did not take the last change: what stands there is not the truth. */
  #unstored = false;
  readonly #listeners = new Set<() => void>();

  readonly all = (): readonly OutgoingMessage[] => this.#messages;

  /** Those of one conversation (null: of the one that does not exist yet). */
  of(conversationId: number | null, ownerId: string | null): OutgoingMessage[] {
    return this.#messages.filter((one) => one.conversationId === conversationId && one.ownerId === ownerId);
  }

  /** The next message that can go out: one that nothing before it in its conversation keeps back. */
  next(ownerId: string | null): OutgoingMessage | undefined {
    const held = new Set<number | null>();
    for (const message of this.#messages) {
      if (message.ownerId !== ownerId || held.has(message.conversationId)) continue;
      if (message.waitsFor === 'connection') return message;
      held.add(message.conversationId);
    }
    return undefined;
  }

  /** Puts a message at the end; one that waits already stays where it is. */
  add(message: OutgoingMessage): void {
    this.#change((all) => {
      const rest = all.filter(({ clientMessageId }) => clientMessageId !== message.clientMessageId);
      return rest.length < all.length ? all : [...all, message];
    });
  }

  /** Takes a message out: it was discarded, or is edited. */
  remove(clientMessageId: string): void {
    this.#change((all) => all.filter((one) => one.clientMessageId !== clientMessageId));
  }

  /** The server did not take it: what it waits for now. */
  hold(clientMessageId: string, waitsFor: OutgoingMessage['waitsFor'], refusal?: string): void {
    this.#change((all) =>
      all.map((one) => {
        if (one.clientMessageId !== clientMessageId) return one;
        const { refusal: _, ...rest } = one;
        return { ...rest, waitsFor, ...(refusal === undefined ? {} : { refusal }) };
      }),
    );
  }

  /** The server has it. What waits behind it goes under its answer, into the same conversation. */
  sent(clientMessageId: string, { conversation, assistantMessage }: SendResult): void {
    this.#change((all) => {
      const sent = all.find((one) => one.clientMessageId === clientMessageId);
      return all
        .filter((one) => one !== sent)
        .map((one) =>
          sent && one.conversationId === sent.conversationId && one.ownerId === sent.ownerId
            ? { ...one, conversationId: conversation.id, parentId: assistantMessage.id }
            : one,
        );
    });
  }

  /** Messages that turned out to be on the server wait no more. */
  foundSent(clientMessageIds: ReadonlySet<string>): void {
    if (this.#messages.some((one) => clientMessageIds.has(one.clientMessageId)))
      this.#change((all) => all.filter((one) => !clientMessageIds.has(one.clientMessageId)));
  }

  /**
   * The server has said who is here. A guest's messages go along into the account, as guest chats do; those of somebody
   * else are not kept for a stranger. Whose session had ended is back, and so are their messages.
   */
  signedIn(userId: string): void {
    if (this.#messages.every(({ ownerId, waitsFor }) => ownerId === userId && waitsFor !== 'session')) return;
    this.#change((all) =>
      all
        .filter(({ ownerId }) => ownerId === null || ownerId === userId)
        .map((one) => ({
          ...one,
          ownerId: userId,
          waitsFor: one.waitsFor === 'session' ? 'connection' : one.waitsFor,
        })),
    );
  }

  /** Whoever was here has signed out: nothing is left behind. */
  clear(): void {
    this.#change(() => none);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) window.addEventListener('storage', this.#onStorage);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) window.removeEventListener('storage', this.#onStorage);
    };
  };

  /** Reads what another tab may have changed. */
  refresh(): void {
    const stored = this.#unstored ? null : read();
    if (stored === null || JSON.stringify(stored) === JSON.stringify(this.#messages)) return;
    this.#messages = stored;
    for (const listener of this.#listeners) listener();
  }

  readonly #onStorage = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) this.refresh();
  };

  #change(next: (all: readonly OutgoingMessage[]) => readonly OutgoingMessage[]): void {
    this.#messages = next((this.#unstored ? null : read()) ?? this.#messages);
    try {
      if (this.#messages.length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(this.#messages));
      this.#unstored = false;
    } catch {
      // Storage is switched off or full: the messages wait as long as the page lives.
      this.#unstored = true;
    }
    for (const listener of this.#listeners) listener();
  }
}

/** What is stored; null when the browser does not let us look. */
function read(): readonly OutgoingMessage[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isMessage) : none;
  } catch (error) {
    return error instanceof SyntaxError ? none : null;
  }
}

function isMessage(one: Partial<OutgoingMessage> | null): one is OutgoingMessage {
  return typeof one?.clientMessageId === 'string' && typeof one.content === 'string' && 'waitsFor' in one;
}
