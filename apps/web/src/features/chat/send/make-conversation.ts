import { sendFailure } from '@noek/contract/sending';
import type { Outbox } from './outbox.ts';

/** What making a conversation needs of the page. `Made` is the conversation as the server tells it. */
export type MakerPorts<Made> = {
  outbox: Outbox;
  /** Who is here; null for nobody, undefined while the server has not said so. */
  ownerId(): string | null | undefined;
  create(): Promise<Made>;
  /** A conversation on the server that was made and never used. */
  findUnused(): Promise<Made | undefined>;
  /** It is made. Called before the outbox notes it. */
  onMade(conversation: Made): void;
};

/**
 * Makes the conversations that are begun on this device, each once: New chat and the first send of a conversation share it, and
 * so do all tabs.
 */
export class ConversationMaker<Made extends { id: number }> {
  readonly #ports: MakerPorts<Made>;
  readonly #running = new Map<string, Promise<number>>();
  /** Begun on this page, and the server was not asked yet: no other call can have made it. */
  readonly #untried = new Set<string>();

  constructor(ports: MakerPorts<Made>) {
    this.#ports = ports;
  }

  /** A local id for a conversation that is to be made. */
  begin(newId: () => string): string {
    const begins = newId();
    this.#untried.add(begins);
    return begins;
  }

  /** Makes it, or joins who is making it; resolves to its id. Rejects with what the server or the connection says. */
  make(begins: string): Promise<number> {
    const running = this.#running.get(begins);
    if (running) return running;
    const made = this.#withLock(begins).finally(() => this.#running.delete(begins));
    this.#running.set(begins, made);
    return made;
  }

  /** Is it being made right now? */
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
    // An earlier try whose answer was lost may have made one.
    const isTried = !this.#untried.delete(begins);
    const conversation = (isTried ? await findUnused() : undefined) ?? (await create().catch(this.#retriable(begins)));
    // It belongs to somebody who has left: nobody is moved there.
    if (ownerId() !== owner) throw new Error('Somebody else is here.');
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
