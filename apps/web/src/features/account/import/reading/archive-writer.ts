import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { maxArchiveBytes } from '@noek/contract/archive/limits';
import { archiveFormat, type Manifest, type ManifestFile } from '@noek/contract/archive/schemas';
import { UnreadableExport } from '@noek/importers/importer';
import { BlobReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { BlobCollector } from './blob-collector.ts';
import { manifestPath } from './noek-archive.ts';
import { readingTexts } from './texts.ts';

/** Writes an archive of Noek. The manifest lists the files in the order in which they were added. */
export class ArchiveWriter {
  readonly #collector = new BlobCollector();
  readonly #files: ManifestFile[] = [];
  readonly #signal: AbortSignal;
  readonly #zip: ZipWriter<unknown>;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    this.#zip = new ZipWriter(new WritableStream<Uint8Array>({ write: (piece) => this.#collector.add(piece) }), {
      useWebWorkers: false,
      keepOrder: true,
    });
  }

  /** Adds a text, given in pieces. */
  async addText(path: string, pieces: Iterable<string>): Promise<void> {
    const encoder = new TextEncoder();
    const collector = new BlobCollector();
    const hash = sha256.create();
    for (const piece of pieces) {
      const bytes = encoder.encode(piece);
      hash.update(bytes);
      collector.add(bytes);
    }
    await this.#addListed({ path, bytes: collector.size, sha256: bytesToHex(hash.digest()) }, collector.blob());
  }

  /** Adds a file as it is in another archive. The server compares it with what that archive's manifest says. */
  async copy(listed: ManifestFile, bytes: Blob): Promise<void> {
    await this.#addListed(listed, bytes);
  }

  /** Adds the bytes of a file. Its entry in the manifest is returned, so that `about` can be added later. */
  async addFile(bytes: Uint8Array<ArrayBuffer>, hash: string): Promise<ManifestFile> {
    const listed: ManifestFile = { path: `files/${hash}`, bytes: bytes.length, sha256: hash };
    await this.#addListed(listed, new Blob([bytes]));
    return listed;
  }

  async end(counts: Manifest['counts']): Promise<Blob> {
    const { name: format, version } = archiveFormat;
    const manifest: Manifest = { format, version, createdAt: new Date().toISOString(), counts, files: this.#files };
    await this.#add(manifestPath, new Blob([`${JSON.stringify(manifest, null, 1)}\n`]), true);
    await this.#zip.close();
    return this.#collector.blob('application/zip');
  }

  async #addListed(listed: ManifestFile, bytes: Blob): Promise<void> {
    this.#files.push(listed);
    // Pictures and documents are compressed already.
    await this.#add(listed.path, bytes, !listed.path.startsWith('files/'));
  }

  async #add(path: string, bytes: Blob, compress: boolean): Promise<void> {
    this.#signal.throwIfAborted();
    await this.#zip.add(path, new BlobReader(bytes), { level: compress ? 6 : 0 });
    if (this.#collector.size > maxArchiveBytes) throw new UnreadableExport(readingTexts.tooLargeToSend);
  }
}
