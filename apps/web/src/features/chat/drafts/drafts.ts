import type { File as SentFile } from '@noek/contract/files/schemas';
import { isTemporary } from '../temporary-chats.ts';
import { KeptValues } from './kept-values.ts';

type Draft = { text: string; files?: readonly SentFile[] };
/** A draft with the name of its conversation. */
export type KeptDraft = readonly [name: string, text: string, files?: readonly SentFile[]];

const nameOf = (conversationId: number | null) => `${conversationId ?? 'new'}`;
const joined = (first: string, second: string) => (first && second ? `${first}\n\n${second}` : first || second);
const noFiles: readonly SentFile[] = [];
const without = (all: readonly SentFile[], some: readonly SentFile[]) =>
  all.filter(({ id }) => some.every((one) => one.id !== id));
/** Without files, a draft is stored as it always was. */
const draftOf = (text: string, files: readonly SentFile[]): Draft => (files.length > 0 ? { text, files } : { text });

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

  get(conversationId: number | null): string {
    return this.#kept.get(nameOf(conversationId)).text;
  }

  /** The files of a draft: those that the server has, and those that wait on this device. */
  files(conversationId: number | null): readonly SentFile[] {
    return this.#kept.get(nameOf(conversationId)).files ?? noFiles;
  }

  write(conversationId: number | null, text: string): void {
    this.#kept.set(nameOf(conversationId), draftOf(text, this.files(conversationId)));
  }

  writeFiles(conversationId: number | null, files: readonly SentFile[]): void {
    this.#kept.set(nameOf(conversationId), draftOf(this.get(conversationId), files));
    this.flush();
  }

  /** A text was added to the outbox with its files. Clears the draft of what is the same. */
  take(conversationId: number | null, content: string, files: readonly SentFile[] = noFiles): void {
    if (this.get(conversationId).trim() === content.trim()) this.write(conversationId, '');
    this.writeFiles(conversationId, without(this.files(conversationId), files));
  }

  /** Restores a text and its files from the outbox before any text typed in the meantime. */
  restoreDraft(conversationId: number | null, content: string, files: readonly SentFile[] = noFiles): void {
    this.#put(nameOf(conversationId), content, files);
    this.flush();
  }

  /** Moves a draft to another conversation, such as one that now has an id. */
  move(from: number | null, to: number | null): void {
    const { text, files } = this.#kept.get(nameOf(from));
    this.#kept.set(nameOf(from), { text: '' });
    this.#put(nameOf(to), text, files);
    this.flush();
    for (const listener of this.onMoved) listener(from, to);
  }

  /** The drafts that this page knows, for a later `restore`. */
  known(): KeptDraft[] {
    return this.#kept.known().map(toKept);
  }

  /** The drafts that this device keeps, for a later `restore`. */
  all(): KeptDraft[] {
    return this.#kept.all().map(toKept);
  }

  /** Brings drafts back, before any text typed in the meantime. */
  restore(drafts: readonly KeptDraft[]): void {
    for (const [name, text, files] of drafts) this.#put(name, text, files);
    this.flush();
  }

  /** Removes everything, so that nothing is left on this device after signing out. */
  clear(): void {
    this.#kept.clear();
  }

  #put(name: string, text: string, files: readonly SentFile[] = noFiles): void {
    const now = this.#kept.get(name);
    this.#kept.set(name, draftOf(joined(text, now.text), [...files, ...without(now.files ?? noFiles, files)]));
  }
}

const toKept = ([name, { text, files }]: [string, Draft]): KeptDraft => (files ? [name, text, files] : [name, text]);

function parse(stored: unknown): Draft {
  const { text, files } = stored as Partial<Draft>;
  return draftOf(typeof text === 'string' ? text : '', Array.isArray(files) ? files : noFiles);
}
