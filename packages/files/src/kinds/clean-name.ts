import { type Kind, kinds } from './kinds.ts';

/** The longest name, in characters (Unicode code points). */
export const longestName = 200;
/** An ending that is longer is a part of the name. */
const longestExtension = 16;

/** Control marks, line separators, marks of the writing direction, invisible spaces, and halves of surrogate pairs. */
const removed = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/** The last step of a path, of any system. */
const path = /^.*[/\\]/s;

/** Endings of files that are not text. A program would open a text with such an ending as something else. */
const endingsOfOthers = new Set<string>([
  ...Object.values(kinds).flatMap(({ extensions }) => extensions),
  ...'doc xls ppt xlsb pages numbers key zip gz 7z rar tar jar exe com scr msi dll so dylib app apk'.split(' '),
  ...'mp3 mp4 m4a mov avi mkv wav ogg webm'.split(' '),
]);
endingsOfOthers.delete('txt');

/**
 * A name that is safe to store, show and save under: no folders, control marks or marks that turn the reading direction; at most 200
 * characters; with an ending of the file's kind. Never empty: a name of which nothing is left becomes "file".
 */
export function cleanName(name: string, kind: Kind): string {
  const plain = name
    .normalize('NFC')
    .replace(removed, '')
    .replace(path, '')
    .trim()
    .replace(/[. ]+$/, '');
  // A leading dot hides a file; that is usual for texts only (".gitignore").
  const [stem, extension] = parted(kind === 'text' ? plain.replace(/^\.+(?=\.)/, '') : plain.replace(/^[. ]+/, ''));
  const right = rightExtension(extension, kind);
  const ending = right === '' ? '' : `.${right}`;
  return (cut(stem, longestName - ending.length) || 'file') + ending;
}

/** The name before the last dot, and what follows it if that can be an ending, which a number cannot ("Report 3.5"). */
function parted(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot + 1);
  const isExtension =
    dot > 0 && extension.length <= longestExtension && /^[\p{L}\p{N}_+~-]*\p{L}[\p{L}\p{N}_+~-]*$/u.test(extension);
  return isExtension ? [name.slice(0, dot), extension] : [name, ''];
}

/** The ending that a name gets. Texts keep theirs, or none, unless it belongs to another kind. */
function rightExtension(extension: string, kind: Kind): string {
  const { extensions } = kinds[kind];
  const lower = extension.toLowerCase();
  const isRight = kind === 'text' ? !endingsOfOthers.has(lower) : (extensions as readonly string[]).includes(lower);
  return isRight ? extension : extensions[0];
}

/** The first characters of a text, without spaces and dots at the end of what was cut. */
function cut(text: string, longest: number): string {
  const characters = Array.from(text);
  return (characters.length > longest ? characters.slice(0, longest).join('') : text).replace(/[. ]+$/, '');
}
