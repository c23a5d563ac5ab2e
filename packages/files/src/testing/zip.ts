import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A zip archive with these files. */
export async function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return Buffer.from(await buffer(zip.outputStream));
}

/** An archive with one file of zeros, which unpacks to this many bytes. */
export async function zipBomb(bytes: number, name: string): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile();
  const chunk = Buffer.alloc(1024 * 1024);
  const chunks = function* () {
    for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
  };
  zip.addReadStream(Readable.from(chunks()), name);
  zip.end();
  return Buffer.from(await buffer(zip.outputStream));
}

/** The archive with a wrong size of the unpacked file, everywhere that it is written. */
export function withWrongSize(archive: Buffer<ArrayBuffer>, right: number, wrong: number): Buffer<ArrayBuffer> {
  const changed = Buffer.from(archive);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(right);
  for (let at = changed.indexOf(size); at !== -1; at = changed.indexOf(size, at + 4)) changed.writeUInt32LE(wrong, at);
  return changed;
}

/** The archive with all its files marked as encrypted, in the list and before each file. */
export function markedEncrypted(archive: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const changed = Buffer.from(archive);
  const signatures: [string, number][] = [
    ['PK\u0001\u0002', 8],
    ['PK\u0003\u0004', 6],
  ];
  for (const [signature, flags] of signatures)
    for (let at = changed.indexOf(signature); at !== -1; at = changed.indexOf(signature, at + 4))
      changed[at + flags] = (changed[at + flags] ?? 0) | 1;
  return changed;
}
