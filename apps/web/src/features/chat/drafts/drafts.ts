import { KeptValues } from './kept-values.ts';

type Draft = { text: string };
/** A draft with the name of its conversation. */
export type KeptDraft = readonly [name: string, text: string];

const nameOf = (conversationId: number | null) => `${conversationId ?? 'new'}`;
const joined = (first: string, second: string) => (first && second ? `${first}\n\n${second}` : first || second);

/**
 * Text that was typed and not sent, one draft per conversation (null: one that does not exist yet). Kept on this device, so
 * that it survives a reload and an expired session.
 */
export class Drafts {
  readonly #kept = new KeptValues<Draft>('noek_draft_', { text: '' }, parse);
  readonly subscribe = this.#kept.subscribe;
  /** Immediately writes pending changes. */
  readonly flush = this.#kept.flush;

  get(conversationId: number | null): string {
    return this.#kept.get(nameOf(conversationId)).text;
  }

  write(conversationId: number | null, text: string): void {
    this.#kept.set(nameOf(conversationId), { text });
  }

  /** A text was added to the outbox. Clears the draft if it is the same text. */
  take(conversationId: number | null, content: string): void {
    if (this.get(conversationId).trim() === content.trim()) this.write(conversationId, '');
    this.flush();
  }

  /** Restores a text from the outbox before any text typed in the meantime. */
  putBack(conversationId: number | null, content: string): void {
    this.write(conversationId, joined(content, this.get(conversationId)));
    this.flush();
  }

  /** Moves the draft of a conversation that now has an id. */
  move(from: number | null, to: number): void {
    const text = this.get(from);
    this.write(from, '');
    this.write(to, joined(text, this.get(to)));
    this.flush();
  }

  /** The drafts that this page knows, for a later `restore`. */
  known(): KeptDraft[] {
    return this.#kept.known().map(([name, { text }]) => [name, text]);
  }

  /** The drafts that this device keeps, for a later `restore`. */
  all(): KeptDraft[] {
    return this.#kept.all().map(([name, { text }]) => [name, text]);
  }

  /** Brings drafts back, before any text typed in the meantime. */
  restore(drafts: readonly KeptDraft[]): void {
    for (const [name, text] of drafts) this.#kept.set(name, { text: joined(text, this.#kept.get(name).text) });
    this.flush();
  }

  /** Removes everything, so that nothing is left on this device after signing out. */
  clear(): void {
    this.#kept.clear();
  }
}

function parse(stored: unknown): Draft {
  const { text } = stored as Partial<Draft>;
  return { text: typeof text === 'string' ? text : '' };
}
