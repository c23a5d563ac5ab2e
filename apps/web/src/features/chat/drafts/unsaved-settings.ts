import type { AnswerSettings } from '@noek/contract/chat/schemas';

const none: AnswerSettings = {};

/**
 * Settings for the next answers that the server does not have yet, by conversation (null: one that does not exist yet). Messages carry
 * them to the server. They last as long as the page.
 */
export class UnsavedSettings {
  readonly #settings = new Map<number | null, AnswerSettings>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(conversationId: number | null): AnswerSettings {
    return this.#settings.get(conversationId) ?? none;
  }

  change(conversationId: number | null, settings: AnswerSettings): void {
    this.#put(conversationId, { ...this.get(conversationId), ...settings });
  }

  /** The server has stored or refused these settings: drops those that were not changed again since. */
  settle(conversationId: number | null, settings: AnswerSettings): void {
    const left = Object.entries(this.get(conversationId)).filter(
      ([name, value]) => settings[name as keyof AnswerSettings] !== value,
    );
    this.#put(conversationId, Object.fromEntries(left));
  }

  /** The conversation that was started here now has an id. */
  move(to: number): void {
    const settings = this.get(null);
    this.#put(null, none);
    this.change(to, settings);
  }

  clear(): void {
    this.#settings.clear();
    this.#announce();
  }

  #put(conversationId: number | null, settings: AnswerSettings): void {
    if (Object.keys(settings).length > 0) this.#settings.set(conversationId, settings);
    else this.#settings.delete(conversationId);
    this.#announce();
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
