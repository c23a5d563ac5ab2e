import { buffer } from 'node:stream/consumers';
import { simple } from '@noek/importers/testing/chatgpt-parts';
import { ZipFile } from 'yazl';

/** A JSON file with one conversation of ChatGPT, which can be imported. */
export const goodJson = JSON.stringify([simple()]);

type ZipContent = readonly (readonly [name: string, content: string | Uint8Array])[];

/** A ZIP with these files. */
export async function zipWith(...files: ZipContent): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content as string), name);
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}

/** A ZIP that has another name of the same length, also one that no program would write. */
export function renamed(zip: Uint8Array, from: string, to: string): Uint8Array<ArrayBuffer> {
  if (from.length !== to.length) throw new Error('The names have different lengths.');
  return new Uint8Array(Buffer.from(Buffer.from(zip).toString('latin1').replaceAll(from, to), 'latin1'));
}

/** Where the entry of a file in a ZIP's list has the size of the file, and where the list's header has its own name. */
const header = { signature: Buffer.from('PK\x01\x02'), unpackedSize: 24, name: 46 };

/** A ZIP whose list gives another size for a file. */
export function withSize(zip: Uint8Array, name: string, size: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(zip);
  for (let at = bytes.indexOf(header.signature); at !== -1; at = bytes.indexOf(header.signature, at + 1))
    if (bytes.toString('latin1', at + header.name, at + header.name + name.length) === name) {
      bytes.writeUInt32LE(size, at + header.unpackedSize);
      return new Uint8Array(bytes);
    }
  throw new Error('The ZIP does not have this file.');
}

/** JSON of lists in lists. */
export const nestedLists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** A message for people: one or more sentences without words of a library or of the JavaScript engine. */
export const isPlain = (message: string): boolean =>
  /^[A-Z“].*[.?!]$/s.test(message) &&
  message.length <= 300 &&
  !/\0|undefined|NaN|Error|ENOENT|EINVAL|\bat .*\.ts|stream|stack|central directory|\binflate\b/i.test(message);
