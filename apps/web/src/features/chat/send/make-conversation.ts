import { sendFailure } from '@noek/contract/chat/sending';
import type { Outbox } from '../outbox/outbox.ts';

/** What creating a conversation needs from the page. `Made` is the conversation as the server returns it. */
export type MakerPorts<Made> = {
  outbox: Outbox;
  /** Who is here: null for a guest, undefined until the server has said so. */
  ownerId(): string | null | undefined;
  create(begins: string): Promise<Made>;
  /** A conversation on the server that was created and never used. */
  findUnused(begins: string): Promise<Made | undefined>;
  /** The conversation was created. Called before the outbox records it. */
  onMade(conversation: Made): void;
};

/**
 * Creates the conversations that are started on this device, each exactly once. New chat, the first send and all tabs share the
 * request.
 */
export class ConversationMaker<Made extends { id: number }> {
  readonly #ports: MakerPorts<Made>;
  readonly #running = new Map<string, Promise<number>>();
  /** Started on this page and not yet requested from the server, so no other call can have created it. */
  readonly #untried: Set<string>;

  constructor(ports: MakerPorts<Made>, untried: Set<string>) {
    this.#ports = ports;
    this.#untried = untried;
  }

  /**
   * Creates the conversation, or joins a request that is already running. Resolves to its id; rejects with the server or
   * connection error.
   */
  make(begins: string): Promise<number> {
    const running = this.#running.get(begins);
    if (running) return running;
    const made = this.#withLock(begins).finally(() => this.#running.delete(begins));
    this.#running.set(begins, made);
    return made;
  }

  /** Whether the conversation is being created now. */
  isMaking(begins: string): boolean {
    return this.#running.has(begins);
  }

  async #withLock(begins: string): Promise<number> {
    if (!navigator.locks) return this.#make(begins);
    return navigator.locks.request(`noek-make:${begins}`, () => this.#make(begins));
  }

  async #make(begins: string): Promise<number> {
    const { outbox, ownerId, create, findUnused, onMade } = this.#ports;
    const owner = ownerId();
    outbox.refresh();
    const known = outbox.madeOf(begins);
    if (known !== null) return known;
    // An earlier attempt whose answer was lost may have created one.
    const isTried = !this.#untried.delete(begins);
    const conversation =
      (isTried ? await findUnused(begins) : undefined) ?? (await create(begins).catch(this.#retriable(begins)));
    // The conversation belongs to a person who has left, so it is not opened.
    if (ownerId() !== owner) throw new Error('Another person is here.');
    onMade(conversation);
    outbox.made(begins, conversation.id);
    return conversation.id;
  }

  #retriable(begins: string) {
    return (error: unknown): never => {
      if (sendFailure(error) !== 'lost') this.#untried.add(begins);
      throw error;
    };
  }
}
