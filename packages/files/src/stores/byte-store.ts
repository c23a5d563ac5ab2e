/** A part of stored bytes: the first and the last one, from 0, as in HTTP. `end` may be behind the last byte. */
export type ByteRange = { start: number; end: number };

/** Bytes that are stored, and when they were stored last. */
export type StoredBytes = { sha256: string; size: number; storedAt: Date };

/** Keeps bytes under their SHA-256, in lower-case hexadecimal digits. All functions throw ByteStoreFailure. */
export type ByteStore = {
  /**
   * Stores bytes; when it resolves, they survive a crash. It always does the whole work, also for bytes that are there, so that the time
   * does not tell. The reason `mismatch` means that the bytes have another hash; nothing is stored then.
   */
  put(sha256: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** The bytes, or a part of them, and the size of the whole; null if there are none. Throws RangeError if `start` is behind the end. */
  get(sha256: string, range?: ByteRange): Promise<{ size: number; stream: ReadableStream<Uint8Array> } | null>;
  has(sha256: string): Promise<boolean>;
  /** Removes bytes. Those that are not there are removed already. */
  delete(sha256: string): Promise<void>;
  /** Everything that is stored, in no order. What is stored or removed meanwhile may be in it. */
  list(): AsyncIterable<StoredBytes>;
  /** Removes what a crash left of bytes that were being stored before this time. Resolves to how many there were. */
  removeUnfinished(before: Date): Promise<number>;
};

/** Why bytes could not be stored or read: another hash, no space, refused by the service, or no (useful) answer from it. */
export type ByteStoreReason = 'mismatch' | 'space' | 'refused' | 'unavailable';

/** The message and the causes of a failure never hold keys or signatures. It is for the log, not for people. */
export class ByteStoreFailure extends Error {
  override readonly name = 'ByteStoreFailure';
  readonly reason: ByteStoreReason;

  constructor(reason: ByteStoreReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Where bytes are kept, as a path: "ab/cdef…". Both stores use it, so that a folder can be copied to a bucket. */
export function storedPath(sha256: string): string {
  if (!/^[\da-f]{64}$/.test(sha256)) throw new TypeError('This is not a SHA-256.');
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}`;
}

/** The hash in a path that `storedPath` made; null for any other path. */
export const hashInPath = (path: string): string | null =>
  /^[\da-f]{2}\/[\da-f]{62}$/.test(path) ? path.replace('/', '') : null;

export const mismatch = () =>
  new ByteStoreFailure('mismatch', 'The bytes do not have the SHA-256 that they are stored under.');
