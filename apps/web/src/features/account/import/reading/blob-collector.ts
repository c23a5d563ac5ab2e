/** Pieces are joined to a blob from this size on, which the browser may then keep on disk. */
const joinedBytes = 16 * 1024 * 1024;

/** Collects bytes in a blob, so that they are never in memory as a whole. */
export class BlobCollector {
  readonly #blobs: Blob[] = [];
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  #waiting = 0;
  size = 0;

  add(piece: Uint8Array): void {
    // The writer may use its buffer again.
    this.#pieces.push(new Uint8Array(piece));
    this.#waiting += piece.length;
    this.size += piece.length;
    if (this.#waiting >= joinedBytes) this.#join();
  }

  /** Everything that was added. */
  blob(type?: string): Blob {
    this.#join();
    return new Blob(this.#blobs, type === undefined ? {} : { type });
  }

  #join(): void {
    this.#blobs.push(new Blob(this.#pieces));
    this.#pieces = [];
    this.#waiting = 0;
  }
}

/** All bytes of a file as a blob. */
export async function collected(bytes: AsyncIterable<Uint8Array>): Promise<Blob> {
  const collector = new BlobCollector();
  for await (const piece of bytes) collector.add(piece);
  return collector.blob();
}
