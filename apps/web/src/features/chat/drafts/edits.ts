import { KeptValues } from './kept-values.ts';

/** What somebody makes of a message that was sent. */
type Edit = { text: string };
/** The edits of one conversation by the message they change, and the one whose editor is open. */
type Edits = { open: string | null; texts: Readonly<Record<string, Edit>> };

const empty: Edits = { open: null, texts: {} };

/** The message whose editor is open, and what the editor begins with. */
export type OpenEdit = { messageId: string; text: string };

/**
 * Edits of sent messages that are not sent yet. Kept on this device until they are sent or cancelled: an edit
 * survives a reload, a visit to another conversation and a second editor.
 */
export class EditDrafts {
  readonly #kept = new KeptValues<Edits>('noek_edit_', empty, parse);
  /** Writes at once what waits to be written. */
  readonly flush = this.#kept.flush;
  /** The editor that was opened by hand on this page, and what it began with. */
  #asked: OpenEdit | null = null;

  /** The edit that is open in a conversation. */
  opened(conversationId: number): OpenEdit | null {
    const { open, texts } = this.#kept.get(String(conversationId));
    if (open === null) return null;
    const text = texts[open]?.text ?? (this.isAsked(open) ? this.#asked?.text : undefined);
    return text === undefined ? null : { messageId: open, text };
  }

  /** Opens the editor of a message, with what was typed there before, or else with `content`. */
  open(conversationId: number, messageId: string, content: string): OpenEdit {
    const edits = this.#kept.get(String(conversationId));
    const text = edits.texts[messageId]?.text ?? content;
    if (edits.open !== messageId) this.#kept.set(String(conversationId), { ...edits, open: messageId });
    this.#asked = { messageId, text };
    return this.#asked;
  }

  /** Was this editor opened by hand, and not only found open? */
  isAsked(messageId: string): boolean {
    return this.#asked?.messageId === messageId;
  }

  write(conversationId: number, messageId: string, text: string): void {
    const { texts } = this.#kept.get(String(conversationId));
    this.#kept.set(String(conversationId), { open: messageId, texts: { ...texts, [messageId]: { text } } });
  }

  /** It is in the outbox, or was cancelled. */
  drop(conversationId: number, messageId: string): void {
    const { open, texts } = this.#kept.get(String(conversationId));
    const { [messageId]: _, ...others } = texts;
    this.#kept.set(String(conversationId), { open: open === messageId ? null : open, texts: others });
    this.flush();
  }

  /** Removes everything, so that nothing is left on this device after signing out. */
  clear(): void {
    this.#asked = null;
    this.#kept.clear();
  }
}

function parse(stored: unknown): Edits {
  const { open, texts } = stored as Partial<Edits>;
  const known = Object.entries(texts ?? {}).filter(([, edit]) => typeof edit?.text === 'string');
  if (known.length === 0) return empty;
  return { open: typeof open === 'string' ? open : null, texts: Object.fromEntries(known) };
}
