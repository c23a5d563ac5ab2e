import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A zip archive with these files. */
export async function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return Buffer.from(await buffer(zip.outputStream));
}
