import type { File as SentFile } from '@noek/contract/files/schemas';
import { errorText } from '../../../api/base/error-text.ts';
import { filesToSendTexts as texts } from './texts.ts';
import { FileRefusal, type Uploading } from './upload-file.ts';

/** What files are added to: the draft of a conversation (null: one that does not exist yet), or a project. */
export type UploadPlace = { conversationId: number | null } | { projectId: string };

/** Adds the files of the queue to a kind of place. */
export type UploadTarget = {
  /** Uploads a file. Rejects with why that is not possible. */
  upload(upload: Upload, how: Uploading): Promise<SentFile>;
  /** Adds a file to its place, in the same step in which it leaves the queue. */
  add(file: SentFile, upload: Upload): void;
  /** A file was refused that would be refused again. */
  onFinal?(upload: Upload): void;
};

/** A file that waits for its turn, is being uploaded, or could not be added. */
export type Upload = {
  readonly key: number;
  readonly target: UploadTarget;
  /** It changes when a draft moves to another conversation. */
  readonly place: UploadPlace;
  /** A new file, or one of the draft that waits on this device. */
  readonly source: File | SentFile;
  /** How much has been sent, from 0 to 1. */
  readonly progress: number;
  /** Why it was not added; null while it is being sent. */
  readonly problem: string | null;
  /** The same file would be refused again. */
  readonly isFinal: boolean;
};

/** At most this many files are sent at once. */
const atOnce = 3;

/** Empty or damaged, too large, of a kind that is not taken. */
const finalStatuses: ReadonlySet<number> = new Set([400, 410, 413, 415]);

/**
 * The uploads of one person on a page, to drafts and to projects, in the order in which they were chosen. A file leaves the queue when it
 * is added.
 */
export class UploadQueue {
  #state: readonly Upload[] = [];
  readonly #running = new Map<number, AbortController>();
  readonly #listeners = new Set<() => void>();
  #nextKey = 1;
  #ownerId: string | null = null;

  readonly state = (): readonly Upload[] => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The uploads to a place. */
  at(place: UploadPlace): readonly Upload[] {
    return this.#state.filter((one) => isSame(one.place, place));
  }

  /**
   * Uploads new files. Those that are empty or larger than `maxBytes` say so and are not sent. `room`: how many files the place can have
   * apart from those that it has; the new ones of the queue are counted here. Returns whether all were taken.
   */
  add(
    files: readonly File[],
    { target, place, room, maxBytes }: Pick<Upload, 'target' | 'place'> & { room: number; maxBytes: number },
  ): boolean {
    const left = Math.max(0, room - this.at(place).filter(({ source }) => source instanceof File).length);
    const taken = files.slice(0, left).map((source): Upload => {
      const problem = source.size > maxBytes ? texts.tooLarge(maxBytes) : source.size === 0 ? texts.empty : null;
      return this.#new({ target, place, source, problem });
    });
    this.#put([...this.#state, ...taken]);
    this.#run();
    return files.length <= left;
  }

  /** Uploads files that wait on this device, each of them once. */
  resume(files: readonly SentFile[], { target, place }: Pick<Upload, 'target' | 'place'>): void {
    const resumed = files.filter((file) => !this.of(file));
    if (resumed.length === 0) return;
    this.#put([...this.#state, ...resumed.map((source) => this.#new({ target, place, source, problem: null }))]);
    this.#run();
  }

  /** The upload of a file that waits on this device. */
  of({ id }: SentFile): Upload | undefined {
    return this.#state.find(({ source }) => 'id' in source && source.id === id);
  }

  tryAgain(key: number): void {
    this.#change(key, { problem: null, progress: 0 });
    this.#run();
  }

  /** Cancels an upload, or forgets one that failed. */
  cancel(key: number): void {
    this.#running.get(key)?.abort();
    this.#leave(key);
    this.#run();
  }

  /** Who is here; null for a guest. */
  ownerId(): string | null {
    return this.#ownerId;
  }

  /** Sets who is here. The uploads of anyone else are cancelled. */
  setOwner(ownerId: string | null): void {
    if (ownerId === this.#ownerId) return;
    this.#ownerId = ownerId;
    for (const running of this.#running.values()) running.abort();
    this.#running.clear();
    this.#put([]);
  }

  /** The files of one place belong to another one, such as a conversation that now has an id. */
  move(from: UploadPlace, to: UploadPlace): void {
    this.#put(this.#state.map((one) => (isSame(one.place, from) ? { ...one, place: to } : one)));
  }

  #new(fields: Pick<Upload, 'target' | 'place' | 'source' | 'problem'>): Upload {
    return { key: this.#nextKey++, progress: 0, isFinal: fields.problem !== null, ...fields };
  }

  #run(): void {
    for (const upload of this.#state) {
      if (this.#running.size >= atOnce) return;
      if (upload.problem === null && !this.#running.has(upload.key)) void this.#send(upload);
    }
  }

  async #send(upload: Upload): Promise<void> {
    const { key, target } = upload;
    const running = new AbortController();
    this.#running.set(key, running);
    const { signal } = running;
    const onProgress = (progress: number) => this.#change(key, { progress });
    let end: (now: Upload) => void;
    try {
      const file = await target.upload(upload, { signal, onProgress });
      end = (now) => {
        target.add(file, now);
        this.#leave(key);
      };
    } catch (error) {
      end = (now) => this.#refuse(now, error);
    }
    const now = this.#state.find((one) => one.key === key);
    if (signal.aborted || !now) return;
    this.#running.delete(key);
    end(now);
    this.#run();
  }

  #refuse(upload: Upload, error: unknown): void {
    const isFinal = error instanceof FileRefusal && finalStatuses.has(error.data.httpStatus);
    if (isFinal) upload.target.onFinal?.(upload);
    this.#change(upload.key, { problem: errorText(error), isFinal });
  }

  #leave(key: number): void {
    this.#running.delete(key);
    this.#put(this.#state.filter((one) => one.key !== key));
  }

  #change(key: number, change: Partial<Upload>): void {
    this.#put(this.#state.map((one) => (one.key === key ? { ...one, ...change } : one)));
  }

  #put(state: readonly Upload[]): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function isSame(one: UploadPlace, other: UploadPlace): boolean {
  if ('projectId' in one) return 'projectId' in other && one.projectId === other.projectId;
  return 'conversationId' in other && one.conversationId === other.conversationId;
}
