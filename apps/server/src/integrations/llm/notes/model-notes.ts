/** Something that was learned about a model of one provider. `until` is in milliseconds since 1970. */
export type ModelNote = { model: string; what: string; value: string; until: number };

/** What was learned about the models of one provider. */
export type ModelNotes = {
  /** The value that still counts, if any. */
  get(model: string, what: string): string | undefined;
  set(model: string, what: string, value: string, until: number): void;
  /** The notes that still count. */
  all(): ModelNote[];
  /** Forgets everything, so that it is found out again. */
  forget(): void;
};

/** The notes about all providers. */
export type NotesOfProviders = { of(provider: { name: string; baseUrl: string }): ModelNotes };

/** Names a provider by its name and address, without a password in the address. */
export function nameOfProvider({ name, baseUrl }: { name: string; baseUrl: string }): string {
  const { host, pathname } = new URL(baseUrl);
  return `${name} ${host}${pathname}`;
}

/** The notes about one provider, in memory. */
export class NotesInMemory implements ModelNotes {
  readonly #notes = new Map<string, ModelNote>();

  get(model: string, what: string): string | undefined {
    if (this.#notes.size === 0) return undefined;
    const note = this.#notes.get(keyOf(model, what));
    return note && note.until > Date.now() ? note.value : undefined;
  }

  set(model: string, what: string, value: string, until: number): void {
    this.#notes.set(keyOf(model, what), { model, what, value, until });
  }

  all(): ModelNote[] {
    const now = Date.now();
    return [...this.#notes.values()].filter(({ until }) => until > now);
  }

  forget(): void {
    this.#notes.clear();
  }
}

const keyOf = (model: string, what: string): string => `${what} ${model}`;

/** Notes that are lost when the process ends. */
export function notesInMemory(): NotesOfProviders {
  const byProvider = new Map<string, NotesInMemory>();
  return {
    of(provider) {
      const name = nameOfProvider(provider);
      const notes = byProvider.get(name) ?? new NotesInMemory();
      byProvider.set(name, notes);
      return notes;
    },
  };
}
