import { type SourceFile, UnreadableExport } from '../importer.ts';
import { type JsonLimits, JsonProblem, jsonValues } from '../json-values.ts';
import { textOf } from './values.ts';

const MB = 1024 * 1024;
/** A conversation is in memory as a whole. Pictures in it make it long. */
const limits: JsonLimits = { valueBytes: 64 * MB, depth: 512 };

/** The name of a file without its folders. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * The items of a JSON file: of its list, or the only one. Throws UnreadableExport for what is not JSON, and for an item that is too long or
 * too deep.
 */
export async function* itemsOf(file: SourceFile, depth = limits.depth): AsyncGenerator<unknown> {
  try {
    const isList = (await firstCharacter(file)) === '[';
    for await (const { value } of jsonValues(withoutMark(file.read()), [isList ? '$.*' : '$'], { ...limits, depth }))
      yield value;
  } catch (error) {
    throw error instanceof JsonProblem ? unreadable(file, error) : error;
  }
}

/** Whether a file is not of the export: macOS puts notes about files into its ZIPs. */
export const isNoteOfMac = (path: string): boolean =>
  /(?:^|\/)__MACOSX\//.test(path) || baseName(path).startsWith('._');

/**
 * The first items of a JSON file, or none if it is something else. No more of the file is read than is asked for. Throws UnreadableExport if it
 * begins like JSON and is damaged.
 */
export async function* firstItems(file: SourceFile, count: number): AsyncGenerator<unknown> {
  let given = 0;
  try {
    for await (const item of itemsOf(file, deepest)) {
      yield item;
      if (++given === count) return;
    }
  } catch (error) {
    if (!(error instanceof UnreadableExport) || (isDamage(error) && /[[{]/.test(await firstCharacter(file))))
      throw error;
  }
}

/** Files of other products can be too long or too deep. */
const isDamage = ({ cause }: UnreadableExport) => cause instanceof JsonProblem && !cause.message.startsWith('too ');

/** Conversations of LibreChat contain each message in the one before it. */
export const deepest = 50_000;

/** Some programs write a byte order mark, which JSON does not have. */
async function* withoutMark(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const piece of pieces) {
    yield isFirst && piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf ? piece.subarray(3) : piece;
    isFirst = false;
  }
}

async function firstCharacter(file: SourceFile): Promise<string> {
  for await (const piece of file.read()) {
    const text = new TextDecoder()
      .decode(piece)
      .replace(/^\ufeff/, '')
      .trimStart();
    if (text !== '') return text.charAt(0);
  }
  return '';
}

function unreadable({ path }: SourceFile, cause: JsonProblem): UnreadableExport {
  const name = textOf(baseName(path));
  const reason =
    cause.message === 'too long'
      ? `has an item of more than ${limits.valueBytes / MB} MB, which is more than Noek can read`
      : cause.message === 'too deep'
        ? 'has more levels than Noek can read'
        : 'is damaged or incomplete. Please download the export again';
  return new UnreadableExport(`The file “${name}” ${reason}.`, { cause });
}
