import { refusalOf } from '@noek/contract/chat/sending';
import { maxFileBytes, maxFilesOfMessage } from '@noek/contract/files/limits';
import type { File as SentFile } from '@noek/contract/files/schemas';
import { errorText } from '../../../api/base/error-text.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { isTemporary } from '../temporary-chats.ts';
import { filesToSendTexts as texts } from './texts.ts';
import { FileRefusal, uploadFile } from './upload-file.ts';
import { isWaitingFile } from './waiting-file.ts';
import { deliver, forgetWaiting, keepWaiting } from './waiting-files.ts';

/** A file that is being added to a draft, or could not be added. */
export type Upload = {
  key: number;
  /** Who adds it; null for a guest. */
  ownerId: string | null;
  conversationId: number | null;
  name: string;
  type: string;
  /** A new file, or one of the draft that waits on this device. */
  source: { file: File } | { waiting: SentFile };
  /** How much has been sent, from 0 to 1. */
  progress: number;
  /** Why it was not added; null while it is being sent. */
  problem: string | null;
  /** The same file would be refused again. */
  isFinal: boolean;
};

type UploadPlace = Pick<Upload, 'ownerId' | 'conversationId'>;

/** Makes sure that this visitor has a guest identity. Otherwise each upload could make another one. */
type AskIdentity = () => Promise<unknown>;

/** At most this many files are sent at once. */
const atOnce = 3;

/** Empty or damaged, too large, of a kind that is not taken. */
const finalStatuses: ReadonlySet<number> = new Set([400, 410, 413, 415]);

/** How long after a lost connection files that wait are tried again, in milliseconds. */
const retryAfterMs = 10_000;

let nextKey = 1;

/** The uploads of this page. Once a file is on the server, it belongs to the draft. */
class Uploads {
  #all: readonly Upload[] = [];
  readonly #running = new Map<number, AbortController>();
  readonly #listeners = new Set<() => void>();
  /** The keys of files that have arrived, by id. */
  readonly #places = new Map<string, number>();
  #asked: Promise<unknown> | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #askIdentity: AskIdentity = async () => {};
  /** The files that this page has added and that no message has had yet, by id. */
  readonly fresh = new Set<string>();
  /** The files of the draft that are known to be there, by id. */
  readonly checked = new Set<string>();

  readonly all = (): readonly Upload[] => this.#all;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Adds files to the draft of a conversation. Returns why some of them were not taken; null if all were. */
  add(
    drafts: Drafts,
    { ownerId, conversationId }: UploadPlace,
    files: readonly File[],
    askIdentity: AskIdentity,
  ): string | null {
    this.#askIdentity = askIdentity;
    const here = this.#all.filter((one) => isAt(one, { ownerId, conversationId }) && 'file' in one.source);
    const room = Math.max(0, maxFilesOfMessage - drafts.files(conversationId).length - here.length);
    const limit = ownerId === null ? maxFileBytes.guest : maxFileBytes.person;
    const added = files.slice(0, room).map((file): Upload => {
      const problem = file.size > limit ? texts.tooLarge(limit) : file.size === 0 ? texts.empty : null;
      const { name, type } = file;
      const isFinal = problem !== null;
      return { key: nextKey++, ownerId, conversationId, name, type, source: { file }, progress: 0, problem, isFinal };
    });
    this.#begin(drafts, added);
    return files.length > room ? texts.tooMany : null;
  }

  /** Uploads the files of a draft that wait on this device, if there is a connection. */
  resume(drafts: Drafts, { ownerId, conversationId }: UploadPlace, askIdentity: AskIdentity): void {
    this.#askIdentity = askIdentity;
    if (!navigator.onLine) return;
    const waiting = drafts.files(conversationId).filter((one) => isWaitingFile(one) && !this.of(one));
    const begun = { ownerId, conversationId, progress: 0, problem: null, isFinal: false };
    const resumed = waiting.map((file): Upload => {
      const { id, name, type } = file;
      const key = this.#places.get(id) ?? nextKey++;
      return { ...begun, key, name, type, source: { waiting: file } };
    });
    if (resumed.length > 0) this.#begin(drafts, resumed);
  }

  /** The upload of a file of the draft that waits on this device. */
  of({ id }: SentFile): Upload | undefined {
    return this.#all.find(({ source }) => 'waiting' in source && source.waiting.id === id);
  }

  /** Whether files are still being added to a draft. */
  isAdding({ ownerId, conversationId }: UploadPlace): boolean {
    return this.#all.some((one) => isAt(one, { ownerId, conversationId }) && one.problem === null);
  }

  /** Cancels an upload, or forgets one that failed. */
  remove(drafts: Drafts, key: number): void {
    this.#forget(key);
    this.#run(drafts);
  }

  /** A file that waits was removed from the draft. */
  forgetWaiting(drafts: Drafts, file: SentFile): void {
    const upload = this.of(file);
    if (upload) this.remove(drafts, upload.key);
    forgetWaiting(file.id);
  }

  /** After someone has signed in or out: cancels and forgets the uploads of everyone else. */
  keepOnly(ownerId: string | null): void {
    for (const { key, ownerId: theirs } of this.#all) if (theirs !== ownerId) this.#forget(key);
    clearTimeout(this.#retry);
    this.#retry = undefined;
  }

  tryAgain(drafts: Drafts, key: number): void {
    this.#change(key, { problem: null, progress: 0 });
    this.#run(drafts);
  }

  #begin(drafts: Drafts, added: readonly Upload[]): void {
    // New chat may create the conversation meanwhile.
    drafts.onMoved.add(this.#onMoved);
    this.#put([...this.#all, ...added]);
    this.#run(drafts);
  }

  readonly #onMoved = (from: number | null, to: number | null): void =>
    this.#put(this.#all.map((one) => (one.conversationId === from ? { ...one, conversationId: to } : one)));

  #forget(key: number): void {
    this.#running.get(key)?.abort();
    this.#running.delete(key);
    this.#put(this.#all.filter((one) => one.key !== key));
  }

  #run(drafts: Drafts): void {
    for (const upload of this.#all) {
      if (this.#running.size >= atOnce) return;
      if (upload.problem === null && !this.#running.has(upload.key)) void this.#send(drafts, upload);
    }
  }

  async #send(drafts: Drafts, { key, ownerId, name, source }: Upload): Promise<void> {
    const running = new AbortController();
    this.#running.set(key, running);
    const { signal } = running;
    const how = { signal, onProgress: (progress: number) => this.#change(key, { progress }) };
    const identify = () => this.#identified(ownerId);
    let change: () => void;
    try {
      if ('waiting' in source) {
        const sent = await deliver(source.waiting, identify, how);
        change = () => this.#arrive(drafts, key, sent);
      } else if (navigator.onLine) {
        await identify();
        const sent = await uploadFile(source.file, name, how);
        change = () => this.#arrive(drafts, key, sent);
      } else change = await this.#keep(drafts, key, source.file);
    } catch (error) {
      if (signal.aborted) return;
      change = await this.#fail(drafts, key, error);
    }
    if (signal.aborted) return;
    this.#running.delete(key);
    change();
    this.#run(drafts);
  }

  /** A file is on the server, and belongs to the draft. */
  #arrive(drafts: Drafts, key: number, sent: SentFile): void {
    this.fresh.add(sent.id);
    this.checked.add(sent.id);
    this.#toDraft(drafts, key, sent);
  }

  /** Returns what follows when a file was not uploaded: it is refused, or waits on this device. */
  async #fail(drafts: Drafts, key: number, error: unknown): Promise<() => void> {
    const upload = this.#all.find((one) => one.key === key);
    if (!upload) return () => {};
    const { source, ownerId, conversationId } = upload;
    if (error instanceof FileRefusal || refusalOf(error)) {
      const isFinal = error instanceof FileRefusal && finalStatuses.has(error.data.httpStatus);
      return () => {
        // Nothing else can be done with it than to remove it, so it must not be sent with the message.
        if (isFinal && 'waiting' in source) this.#takeOut(drafts, conversationId, source.waiting);
        this.#change(key, { problem: errorText(error), isFinal });
      };
    }
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      this.resume(drafts, { ownerId, conversationId }, this.#askIdentity);
    }, retryAfterMs);
    if ('file' in source) return this.#keep(drafts, key, source.file);
    return () => this.#put(this.#all.filter((one) => one.key !== key));
  }

  /** Keeps a file on this device, unless it is for a temporary chat, and returns what follows. */
  async #keep(drafts: Drafts, key: number, file: File): Promise<() => void> {
    const { conversationId } = this.#all.find((one) => one.key === key) ?? { conversationId: null };
    if (isTemporary(`${conversationId ?? 'new'}`))
      return () => this.#change(key, { problem: texts.notKeptTemporary, isFinal: false });
    try {
      const waiting = await keepWaiting(file);
      if (!this.#running.has(key)) forgetWaiting(waiting.id);
      return () => this.#toDraft(drafts, key, waiting);
    } catch (error) {
      return () => this.#change(key, { problem: (error as Error).message, isFinal: false });
    }
  }

  #toDraft(drafts: Drafts, key: number, file: SentFile): void {
    const upload = this.#all.find((one) => one.key === key);
    if (!upload) return;
    const { source, conversationId } = upload;
    this.#places.set(file.id, key);
    const rest = drafts
      .files(conversationId)
      .filter(({ id }) => id !== file.id && !('waiting' in source && id === source.waiting.id));
    drafts.writeFiles(conversationId, this.#inOrder([...rest, file]));
    this.#put(this.#all.filter((one) => one.key !== key));
  }

  /** Takes a file that waits out of the draft, and forgets it. */
  #takeOut(drafts: Drafts, conversationId: number | null, { id }: SentFile): void {
    drafts.writeFiles(
      conversationId,
      drafts.files(conversationId).filter((one) => one.id !== id),
    );
    forgetWaiting(id);
  }

  /** Uploads that begin at the same time share the question. */
  #identified(ownerId: string | null): Promise<unknown> {
    if (ownerId !== null) return Promise.resolve();
    this.#asked ??= this.#askIdentity().finally(() => {
      this.#asked = null;
    });
    return this.#asked;
  }

  /** In the order in which they were chosen, which is not the order in which they arrive. */
  #inOrder(files: readonly SentFile[]): SentFile[] {
    const placeOf = ({ id }: SentFile) => this.#places.get(id) ?? 0;
    return files.toSorted((a, b) => placeOf(a) - placeOf(b));
  }

  #change(key: number, change: Partial<Upload>): void {
    this.#put(this.#all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  }

  #put(all: readonly Upload[]): void {
    this.#all = all;
    for (const listener of this.#listeners) listener();
  }
}

export const uploads = new Uploads();

const isAt = (upload: Upload, { ownerId, conversationId }: UploadPlace): boolean =>
  upload.ownerId === ownerId && upload.conversationId === conversationId;
