import { refusalOf } from '@noek/contract/chat/sending';
import { maxFileBytes, maxFilesOfMessage } from '@noek/contract/files/limits';
import type { File as SentFile } from '@noek/contract/files/schemas';
import { errorCode } from '../../../api/base/error-text.ts';
import type { TrpcClient } from '../../../api/client.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { isTemporary } from '../temporary-chats.ts';
import { filesToSendTexts as texts } from './texts.ts';
import { FileRefusal, type Uploading, uploadFile } from './upload-file.ts';
import type { Upload, UploadPlace, UploadQueue, UploadTarget } from './upload-queue.ts';
import { isWaitingFile } from './waiting-file.ts';
import { deliver, forgetWaiting, keepWaiting } from './waiting-files.ts';

/** How long after a lost connection files that wait are tried again, in milliseconds. */
const retryAfterMs = 10_000;

/**
 * Adds files to drafts, with the uploads of this page. A file that cannot be uploaded for want of a connection waits on this device.
 * `open` says which drafts are on screen.
 */
export class DraftUploads implements UploadTarget {
  readonly #queue: UploadQueue;
  readonly #client: TrpcClient;
  readonly #identify: () => Promise<unknown>;
  #drafts: Drafts | null = null;
  /** The place of each file among those that this page has added, by id. */
  readonly #order = new Map<string, number>();
  /** The files that this page has added and that no message has had yet, by id. */
  readonly #fresh = new Set<string>();
  /** The files of the draft on screen that are known to be on the server, by id. */
  readonly #checked = new Set<string>();
  #retry: ReturnType<typeof setTimeout> | undefined;

  /** `identify` makes sure that a file will belong to who is here. */
  constructor(queue: UploadQueue, { client, identify }: { client: TrpcClient; identify: () => Promise<unknown> }) {
    this.#queue = queue;
    this.#client = client;
    this.#identify = identify;
  }

  /** The chat is on screen, with these drafts. */
  open(drafts: Drafts): void {
    this.#drafts?.onMoved.delete(this.#onMoved);
    this.#drafts = drafts;
    // New chat may create the conversation during an upload.
    drafts.onMoved.add(this.#onMoved);
  }

  /** Adds files to the draft of a conversation. Returns why some of them were not taken; null if all were. */
  addFiles(conversationId: number | null, files: readonly File[]): string | null {
    const isWhole = this.#queue.add(files, {
      target: this,
      place: { conversationId },
      room: maxFilesOfMessage - this.#files(conversationId).length,
      maxBytes: this.#queue.ownerId() === null ? maxFileBytes.guest : maxFileBytes.person,
    });
    return isWhole ? null : texts.tooMany;
  }

  /** Uploads the files of a draft that wait on this device, if there is a connection. */
  resume(conversationId: number | null): void {
    if (!navigator.onLine) return;
    const waiting = this.#files(conversationId).filter(isWaitingFile);
    this.#queue.resume(waiting, { target: this, place: { conversationId } });
  }

  /** Takes a file out of a draft. It is deleted, unless a message can have it. */
  remove(conversationId: number | null, file: SentFile): void {
    this.#takeOut(conversationId, file);
    if (isWaitingFile(file)) {
      const upload = this.#queue.of(file);
      if (upload) this.#queue.cancel(upload.key);
      forgetWaiting(file.id);
    } else if (this.#fresh.delete(file.id)) this.#client.files.remove.mutate({ fileId: file.id }).catch(() => {});
  }

  /**
   * Follows the files of the draft on screen: call it when they have changed. Takes those that were deleted elsewhere out of the draft,
   * because they could never be sent. Resolves to their names.
   */
  async follow(conversationId: number | null): Promise<string[]> {
    const files = this.#files(conversationId);
    const inDraft = new Set(files.map(({ id }) => id));
    // A message may have those that have left the box.
    for (const id of this.#fresh) if (!inDraft.has(id)) this.#fresh.delete(id);
    // A file that comes back after a refusal is asked about again.
    for (const id of this.#checked) if (!inDraft.has(id)) this.#checked.delete(id);
    const unknown = files.filter((file) => !isWaitingFile(file) && !this.#checked.has(file.id));
    for (const { id } of unknown) this.#checked.add(id);
    const gone = await Promise.all(unknown.map((file) => this.#isGone(file)));
    const deleted = unknown.filter((_, at) => gone[at]);
    for (const file of deleted) this.#takeOut(conversationId, file);
    return deleted.map(({ name }) => name);
  }

  async upload({ key, source }: Upload, how: Uploading): Promise<SentFile> {
    try {
      if (!(source instanceof File)) return await deliver(source, this.#identify, how);
      if (!navigator.onLine) return await this.#keep(key, source, how);
      await this.#identify();
      return await uploadFile(source, source.name, how);
    } catch (error) {
      if (how.signal.aborted || refusalOf(error)) throw error;
      this.#retryLater(key);
      return source instanceof File ? this.#keep(key, source, how) : source;
    }
  }

  add(file: SentFile, { key, place, source }: Upload): void {
    if (!isWaitingFile(file)) {
      this.#fresh.add(file.id);
      this.#checked.add(file.id);
    }
    const waitingId = source instanceof File ? null : source.id;
    this.#order.set(file.id, this.#order.get(waitingId ?? '') ?? key);
    const conversationId = conversationOf(place);
    const others = this.#files(conversationId).filter(({ id }) => id !== file.id && id !== waitingId);
    this.#drafts?.writeFiles(conversationId, this.#inOrder([...others, file]));
  }

  /** Nothing else can be done with such a file than to remove it, so it must not be sent with the message. */
  onFinal({ place, source }: Upload): void {
    if (source instanceof File) return;
    this.#takeOut(conversationOf(place), source);
    forgetWaiting(source.id);
  }

  readonly #onMoved = (from: number | null, to: number | null): void =>
    this.#queue.move({ conversationId: from }, { conversationId: to });

  #files(conversationId: number | null): readonly SentFile[] {
    return this.#drafts?.files(conversationId) ?? [];
  }

  #takeOut(conversationId: number | null, { id }: SentFile): void {
    this.#drafts?.writeFiles(
      conversationId,
      this.#files(conversationId).filter((one) => one.id !== id),
    );
  }

  #isGone({ id }: SentFile): Promise<boolean> {
    return this.#client.files.file.query({ fileId: id }).then(
      () => false,
      (error: unknown) => errorCode(error) === 'NOT_FOUND',
    );
  }

  /** Where the upload belongs now, because its draft may have moved. */
  #conversationOf(key: number): number | null {
    const upload = this.#queue.state().find((one) => one.key === key);
    return upload ? conversationOf(upload.place) : null;
  }

  /** Keeps a file on this device, unless it is for a temporary chat. */
  async #keep(key: number, file: File, { signal }: Uploading): Promise<SentFile> {
    if (isTemporary(`${this.#conversationOf(key) ?? 'new'}`)) throw new FileRefusal(texts.notKeptTemporary, 507);
    const waiting = await keepWaiting(file);
    if (signal.aborted) forgetWaiting(waiting.id);
    return waiting;
  }

  #retryLater(key: number): void {
    const conversationId = this.#conversationOf(key);
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      this.resume(conversationId);
    }, retryAfterMs);
  }

  /** In the order in which they were chosen, which is not the order in which they arrive. */
  #inOrder(files: readonly SentFile[]): SentFile[] {
    const placeOf = ({ id }: SentFile) => this.#order.get(id) ?? 0;
    return files.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

const conversationOf = (place: UploadPlace): number | null => ('conversationId' in place ? place.conversationId : null);
