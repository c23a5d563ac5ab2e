import type { ErrorBody } from '@noek/contract/calls/errors';
import { maxFileBytes, maxFilesOfMessage } from '@noek/contract/files/limits';
import type { File as SentFile } from '@noek/contract/files/schemas';
import { errorText } from '../../../api/base/error-text.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { filesToSendTexts as texts } from './texts.ts';

/** A file that is being added to a draft, or could not be added. */
export type Upload = {
  key: number;
  /** Who adds it; null for a guest. */
  ownerId: string | null;
  conversationId: number | null;
  file: File;
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
const finalStatuses: ReadonlySet<number> = new Set([400, 413, 415]);

let nextKey = 1;

/** The uploads of this page. Once a file is on the server, it belongs to the draft. */
class Uploads {
  #all: readonly Upload[] = [];
  readonly #requests = new Map<number, XMLHttpRequest>();
  readonly #listeners = new Set<() => void>();
  /** The keys of files that have arrived, by id. */
  readonly #places = new Map<string, number>();
  #asked: Promise<unknown> | null = null;
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
    const here = this.#all.filter((one) => one.ownerId === ownerId && one.conversationId === conversationId);
    const room = Math.max(0, maxFilesOfMessage - drafts.files(conversationId).length - here.length);
    const limit = ownerId === null ? maxFileBytes.guest : maxFileBytes.person;
    const added = files.slice(0, room).map((file): Upload => {
      const problem = file.size > limit ? texts.tooLarge(limit) : file.size === 0 ? texts.empty : null;
      return { key: nextKey++, ownerId, conversationId, file, progress: 0, problem, isFinal: problem !== null };
    });
    // New chat may create the conversation meanwhile.
    drafts.onMoved = (from, to) =>
      this.#put(this.#all.map((one) => (one.conversationId === from ? { ...one, conversationId: to } : one)));
    this.#put([...this.#all, ...added]);
    this.#run(drafts);
    return files.length > room ? texts.tooMany : null;
  }

  /** Whether files are still being added to a draft. */
  isAdding({ ownerId, conversationId }: UploadPlace): boolean {
    return this.#all.some(
      (one) => one.ownerId === ownerId && one.conversationId === conversationId && one.problem === null,
    );
  }

  /** Cancels an upload, or forgets one that failed. */
  remove(drafts: Drafts, key: number): void {
    this.#forget(key);
    this.#run(drafts);
  }

  /** After someone has signed in or out: cancels and forgets the uploads of everyone else. */
  keepOnly(ownerId: string | null): void {
    for (const { key, ownerId: theirs } of this.#all) if (theirs !== ownerId) this.#forget(key);
  }

  tryAgain(drafts: Drafts, key: number): void {
    this.#change(key, { problem: null, progress: 0 });
    this.#run(drafts);
  }

  #forget(key: number): void {
    this.#requests.get(key)?.abort();
    this.#requests.delete(key);
    this.#put(this.#all.filter((one) => one.key !== key));
  }

  #run(drafts: Drafts): void {
    for (const upload of this.#all) {
      if (this.#requests.size >= atOnce) return;
      if (upload.problem === null && !this.#requests.has(upload.key)) this.#send(drafts, upload);
    }
  }

  #send(drafts: Drafts, { key, file, ...begun }: Upload): void {
    const request = new XMLHttpRequest();
    this.#requests.set(key, request);
    const end = (change: () => void) => {
      if (!this.#requests.delete(key)) return;
      change();
      this.#run(drafts);
    };
    const fail = (problem: string, isFinal = false) => end(() => this.#change(key, { problem, isFinal }));
    request.upload.onprogress = ({ loaded, total }) => this.#change(key, { progress: total > 0 ? loaded / total : 0 });
    request.onerror = () => fail(navigator.onLine ? texts.notReached : texts.offline);
    request.onload = () => {
      const answer = answerOf(request);
      if (request.status !== 201 || !answer) return fail(messageOf(request), finalStatuses.has(request.status));
      end(() => {
        this.fresh.add(answer.id);
        this.checked.add(answer.id);
        const { conversationId } = this.#all.find((one) => one.key === key) ?? begun;
        this.#places.set(answer.id, key);
        drafts.writeFiles(conversationId, this.#inOrder([...drafts.files(conversationId), answer]));
        this.#put(this.#all.filter((one) => one.key !== key));
      });
    };
    request.open('POST', `/api/files?name=${encodeURIComponent(file.name.slice(0, 500))}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    this.#identified(begun.ownerId).then(
      // It may have been cancelled.
      () => this.#requests.get(key) === request && request.send(file),
      (error: unknown) => fail(errorText(error)),
    );
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

function answerOf(request: XMLHttpRequest): SentFile | null {
  try {
    return JSON.parse(request.responseText) as SentFile;
  } catch {
    return null;
  }
}

function messageOf(request: XMLHttpRequest): string {
  try {
    return (JSON.parse(request.responseText) as ErrorBody).message || texts.notReached;
  } catch {
    return texts.notReached;
  }
}
