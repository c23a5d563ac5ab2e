import type { Conversation, Message } from '@noek/contract/chat/schemas';
import type { LiveEvent } from '@noek/contract/chat/stream';

/** What a notification is about. */
export type DoneAnswer = {
  messageId: string;
  conversationId: number;
  /** Absent if the title is not known. */
  conversation: Pick<Conversation, 'title' | 'temporary'> | undefined;
  failed: boolean;
};

export type NotifierPorts = {
  isHidden: () => boolean;
  /** Marks the title of the page until it is seen. */
  mark: () => void;
  /** Shows a notification, unless another tab of this browser shows the answer or has notified of it. */
  notify: (answer: DoneAnswer) => void;
  /** Whether the person may be asked about notifications. */
  mayAsk: () => boolean;
  /** The person is back after they left while an answer was running. */
  ask: () => void;
};

/** How many titles of conversations are remembered. */
const mostTitles = 100;

/**
 * Follows the answers that this tab has shown running. If one ends while the tab is hidden, it marks the title and notifies the person. If
 * they leave while one is running, it asks whether they want that when they come back.
 */
export class AnswerNotifier {
  readonly #ports: NotifierPorts;
  /** The running answers, with their conversations. */
  readonly #running = new Map<string, number>();
  /** The answers that this tab has shown running. */
  readonly #own = new Set<string>();
  readonly #conversations = new Map<number, Pick<Conversation, 'title' | 'temporary'>>();
  #here: number | null = null;
  #hasLeft = false;

  constructor(ports: NotifierPorts) {
    this.#ports = ports;
  }

  /** The conversation on screen; null: none. */
  get here(): number | null {
    return this.#here;
  }

  /** Another conversation is on screen; null: none. */
  show(conversationId: number | null): void {
    this.#here = conversationId;
    for (const [id, at] of this.#running) if (at === conversationId) this.#own.add(id);
  }

  know({ id, title, temporary }: Pick<Conversation, 'id' | 'title' | 'temporary'>): void {
    this.#conversations.delete(id);
    this.#conversations.set(id, { title, temporary });
    for (const old of [...this.#conversations.keys()].slice(0, -mostTitles)) this.#conversations.delete(old);
  }

  apply(events: readonly LiveEvent[]): void {
    for (const event of events) this.#take(event);
  }

  /** The page was hidden or shown. */
  onVisibility(): void {
    if (this.#ports.isHidden()) {
      this.#hasLeft ||= [...this.#running.keys()].some((id) => this.#own.has(id));
      return;
    }
    if (this.#hasLeft && this.#ports.mayAsk()) this.#ports.ask();
    this.#hasLeft = false;
  }

  #take(event: LiveEvent): void {
    // The stream reports running answers again when it restarts.
    if (event.type === 'hello') this.#running.clear();
    else if (event.type === 'conversation') this.know(event.conversation);
    else if (event.type === 'answer') this.#start(event.message);
    else if (event.type === 'messages') {
      for (const message of event.messages) if (message.status === 'streaming') this.#start(message);
    } else if (event.type === 'done') this.#end(event.message);
  }

  #start({ id, conversationId }: Message): void {
    this.#running.set(id, conversationId);
    if (conversationId !== this.#here) return;
    this.#own.add(id);
    // The person left right after they sent the message.
    this.#hasLeft ||= this.#ports.isHidden();
  }

  #end({ id, conversationId, status }: Message): void {
    this.#running.delete(id);
    // The person has stopped it, so they know.
    if (!this.#own.delete(id) || !this.#ports.isHidden() || status === 'stopped') return;
    if (conversationId === this.#here) this.#ports.mark();
    const conversation = this.#conversations.get(conversationId);
    this.#ports.notify({ messageId: id, conversationId, conversation, failed: status !== 'complete' });
  }
}
