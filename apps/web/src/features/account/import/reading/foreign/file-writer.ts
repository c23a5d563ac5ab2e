import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { ManifestFile } from '@noek/contract/archive/schemas';
import { maxFileBytes } from '@noek/contract/files/limits';
import { type FileContent, type ForeignConversation, UnreadableExport } from '@noek/importers/importer';
import type { ArchiveWriter } from '../archive-writer.ts';

/** The manifest says at most this many names of the same bytes. */
const maxNames = 10_000;

/** Writes the files of conversations to an archive, the bytes of equal ones once. */
export class FileWriter {
  readonly #writer: ArchiveWriter;
  /** The entries in the manifest, by the hash of the bytes. */
  readonly #written = new Map<string, ManifestFile>();
  readonly #known = new Set<string>();

  constructor(writer: ArchiveWriter) {
    this.#writer = writer;
  }

  /** Files that are too large or damaged are left out: their messages keep their names. */
  async add({ messages, files }: ForeignConversation): Promise<void> {
    for (const { id, name, type } of messages.flatMap((message) => message.files)) {
      const content = files.get(id);
      if (!content || this.#known.has(id)) continue;
      this.#known.add(id);
      const bytes = await bytesOf(content);
      if (!bytes) continue;
      const hash = bytesToHex(sha256(bytes));
      const listed = this.#written.get(hash) ?? (await this.#writer.addFile(bytes, hash));
      this.#written.set(hash, listed);
      listed.about ??= { type, files: [] };
      if (listed.about.files.length < maxNames) listed.about.files.push({ id, name });
    }
  }
}

async function bytesOf({ size, read }: FileContent): Promise<Uint8Array<ArrayBuffer> | null> {
  if (size > maxFileBytes.person) return null;
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of read()) {
      pieces.push(piece);
      length += piece.length;
      if (length > maxFileBytes.person) return null;
    }
  } catch (error) {
    if (error instanceof UnreadableExport) return null;
    throw error;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
