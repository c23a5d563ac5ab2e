import type { File as SentFile } from '@noek/contract/files/schemas';
import { isTemporary } from '../temporary-chats.ts';
import { KeptValues } from './kept-values.ts';

type Draft = {
  text: string;
  files?: readonly SentFile[] | undefined;
  /** What was pasted into the text and is still in it. */
  pasted?: readonly string[] | undefined;
};
/** A draft with the name of its conversation. */
export type KeptDraft = readonly [name: string, draft: Draft];

const nameOf = (conversationId: number | null) => `${conversationId ?? 'new'}`;
const joined = (first: string, second: string) => (first && second ? `${first}\n\n${second}` : first || second);
const none: readonly never[] = [];
const without = (all: readonly SentFile[], some: readonly SentFile[]) =>
  all.filter(({ id }) => some.every((one) => one.id !== id));
const filled = <Item>(list: readonly Item[] | undefined) => (list?.[0] ? list : undefined);
/** A draft as it is stored: without lists that are empty. */
const draftOf = ({ text, files, pasted }: Draft): Draft => ({
  text,
  files: filled(files),
  pasted: filled(pasted),
});

/**
 * Text that was typed and not sent, and files that were added to it, one draft per conversation (null: one that does not exist yet). Kept
 * on this device, so that it survives a reload and an expired session. Those of temporary chats last as long as the page.
 */
export class Drafts {
  readonly #kept = new KeptValues<Draft>('noek_draft_', { text: '' }, parse, (name) => !isTemporary(name));
  readonly subscribe = this.#kept.subscribe;
  /** Called when a draft moves to another conversation. */
  readonly onMoved = new Set<(from: number | null, to: number | null) => void>();
  /** Immediately writes pending changes. */
  readonly flush = this.#kept.flush;

  readonly draft = (conversationId: number | null): Draft => this.#kept.get(nameOf(conversationId));

  get(conversationId: number | null): string {
    return this.draft(conversationId).text;
  }

  /** The files of a draft: those that the server has, and those that wait on this device. */
  files(conversationId: number | null): readonly SentFile[] {
    return this.draft(conversationId).files ?? none;
  }

  write(conversationId: number | null, text: string): void {
    this.change(conversationId, { text });
  }

  /** A text is about to be pasted into the message box. */
  paste(conversationId: number | null, text: string): void {
    this.change(conversationId, { pasted: [...(this.draft(conversationId).pasted ?? none), text] });
  }

  writeFiles(conversationId: number | null, files: readonly SentFile[]): void {
    this.change(conversationId, { files });
    this.flush();
  }

  /** Changes a part of a draft. */
  change(conversationId: number | null, part: Partial<Draft>): void {
    this.#kept.set(nameOf(conversationId), draftOf({ ...this.draft(conversationId), ...part }));
  }

  /** A text was added to the outbox with its files. Clears the draft of what is the same, and returns what was pasted into it. */
  take(conversationId: number | null, content: string, files: readonly SentFile[] = none): Draft['pasted'] {
    const { text, files: had = none, pasted } = this.draft(conversationId);
    const isSame = text.trim() === content.trim();
    this.change(conversationId, { ...(isSame && { text: '', pasted: none }), files: without(had, files) });
    this.flush();
    return isSame ? pasted : undefined;
  }

  /** Restores a text and its files from the outbox before any text typed in the meantime. */
  restoreDraft(
    conversationId: number | null,
    text: string,
    files?: readonly SentFile[],
    pasted?: Draft['pasted'],
  ): void {
    this.#put(nameOf(conversationId), { text, files, pasted });
    this.flush();
  }

  /** Moves a draft to another conversation, such as one that now has an id. */
  move(from: number | null, to: number | null): void {
    const draft = this.draft(from);
    this.#kept.set(nameOf(from), { text: '' });
    this.#put(nameOf(to), draft);
    this.flush();
    for (const listener of this.onMoved) listener(from, to);
  }

  /** The drafts that this page knows, for a later `restore`. */
  readonly known = (): readonly KeptDraft[] => this.#kept.known();

  /** The drafts that this device keeps, for a later `restore`. */
  readonly all = (): readonly KeptDraft[] => this.#kept.all();

  /** Brings drafts back, before any text typed in the meantime. */
  restore(drafts: readonly KeptDraft[]): void {
    for (const [name, draft] of drafts) this.#put(name, draft);
    this.flush();
  }

  /** Removes everything, so that nothing is left on this device after signing out. */
  clear(): void {
    this.#kept.clear();
  }

  #put(name: string, { text, files = none, pasted = none }: Draft): void {
    const now = this.#kept.get(name);
    this.#kept.set(
      name,
      draftOf({
        text: joined(text, now.text),
        files: [...files, ...without(now.files ?? none, files)],
        pasted: pasted.concat(now.pasted ?? none),
      }),
    );
  }
}

function parse(stored: unknown): Draft {
  const draft = stored as Draft;
  return draftOf({ ...draft, text: typeof draft.text === 'string' ? draft.text : '' });
}
