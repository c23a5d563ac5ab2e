import { isTemporary } from '../temporary-chats.ts';
import { KeptValues } from './kept-values.ts';

/** A person's edit of a sent message. */
type Edit = {
  text: string;
  /** What was pasted into the text and is still in it. */
  pasted?: readonly string[] | undefined;
};
/** The edits of one conversation by message id, and the message whose editor is open. */
export type Edits = { open: string | null; texts: Readonly<Record<string, Edit>> };

const empty: Edits = { open: null, texts: {} };

/** The message whose editor is open, the initial text of the editor, and what was pasted into it if something was typed. */
export type OpenEdit = { messageId: string; text: string; pasted?: Edit['pasted'] };

/**
 * Unsent edits of sent messages. Kept on this device until they are sent or cancelled, so that an edit survives a reload, a
 * visit to another conversation and a second editor. Those of temporary chats last as long as the page.
 */
export class EditDrafts {
  readonly #kept = new KeptValues<Edits>('noek_edit_', empty, parse, (name) => !isTemporary(name));
  /** Immediately writes pending changes. */
  readonly flush = this.#kept.flush;
  /** The editor that the person opened on this page, and its initial text. */
  #asked: OpenEdit | null = null;

  /** The open edit of a conversation. */
  opened(conversationId: number): OpenEdit | null {
    const { open, texts } = this.#kept.get(String(conversationId));
    if (open === null) return null;
    const text = texts[open]?.text ?? (this.isAsked(open) ? this.#asked?.text : undefined);
    return text === undefined ? null : { messageId: open, ...texts[open], text };
  }

  /** Opens a message's editor with the text typed there before, or with `content` if there is none. */
  open(conversationId: number, messageId: string, content: string): OpenEdit {
    const edits = this.#kept.get(String(conversationId));
    const text = edits.texts[messageId]?.text ?? content;
    if (edits.open !== messageId) this.#kept.set(String(conversationId), { ...edits, open: messageId });
    this.#asked = { messageId, text };
    return this.#asked;
  }

  /** Whether the person opened this editor, rather than the page restoring it. */
  isAsked(messageId: string): boolean {
    return this.#asked?.messageId === messageId;
  }

  write(conversationId: number, messageId: string, text: string, pasted?: Edit['pasted']): void {
    const { texts } = this.#kept.get(String(conversationId));
    this.#kept.set(String(conversationId), { open: messageId, texts: { ...texts, [messageId]: { text, pasted } } });
  }

  /** The edit is in the outbox or was cancelled. */
  drop(conversationId: number, messageId: string): void {
    const { open, texts } = this.#kept.get(String(conversationId));
    const { [messageId]: _, ...others } = texts;
    this.#kept.set(String(conversationId), { open: open === messageId ? null : open, texts: others });
    this.flush();
  }

  /** The edits that this device keeps, by conversation, for a later `restore`. */
  all(): (readonly [name: string, edits: Edits])[] {
    return this.#kept.all();
  }

  /** Brings edits back. Those made in the meantime win. */
  restore(kept: readonly (readonly [name: string, edits: Edits])[]): void {
    for (const [name, { open, texts }] of kept) {
      const now = this.#kept.get(name);
      this.#kept.set(name, { open: now.open ?? open, texts: { ...texts, ...now.texts } });
    }
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
