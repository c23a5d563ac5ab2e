import { setImmediate } from 'node:timers/promises';
import { asBuffer, countBad, decodeText, type TextEncoding } from './decode-text.ts';
import { guessedEncoding, likelyUtf16 } from './guessed-encoding.ts';

/** Control marks but white space, Escape, Backspace, and the mark of the end in DOS, which texts of terminals and old programs have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const controlMarks = /[\0-\x07\x0e-\x19\x1c-\x1f\x7f]/g;
/** How many bytes are checked before other work may pass: less than 5 ms of it. */
const sliceBytes = 1024 * 1024;
const slowSliceBytes = 128 * 1024;
/** The largest share of control marks in a text: higher in valid UTF-8, because some logs and messages use them as dividers. */
const mostControls = { valid: 0.1, other: 0.005 };
/** The largest share of wrong bytes in UTF-8, and how many are taken in a short text. */
const mostBad = { share: 0.001, inShort: 1 };

const utf8 = { name: 'utf-8', label: 'UTF-8', isGuessed: false };
const iso2022 = { name: 'iso-2022-jp', label: 'ISO-2022-JP', isGuessed: true };
const marks: readonly { bytes: readonly number[]; name: string; label: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], name: 'utf-8', label: 'UTF-8' },
  { bytes: [0xff, 0xfe, 0, 0], name: 'utf-32le', label: 'UTF-32' },
  { bytes: [0, 0, 0xfe, 0xff], name: 'utf-32be', label: 'UTF-32' },
  { bytes: [0xff, 0xfe], name: 'utf-16le', label: 'UTF-16' },
  { bytes: [0xfe, 0xff], name: 'utf-16be', label: 'UTF-16' },
];

/**
 * The encoding of a text, or null if the bytes are no text. It is UTF-8, what a byte order mark names, or what is most likely. NUL bytes at
 * the end are padding. Lets other work pass meanwhile.
 */
export async function textEncodingOf(bytes: Uint8Array): Promise<TextEncoding | null> {
  const mark = marks.find((each) => each.bytes.every((byte, at) => bytes[at] === byte));
  if (mark) return (await isMostlyValid(bytes, mark.name)) ? { ...mark, isGuessed: false } : null;
  const text = withoutPadding(bytes);
  if (text.length > 0 && !text.includes(0)) {
    if (await isValidUtf8(text)) return isIso2022(text) ? iso2022 : utf8;
    const guessed = await encodingOfInvalid(text);
    if (guessed) return guessed;
  }
  return likelyUtf16(bytes);
}

/** The bytes without NUL bytes and marks of the end of DOS at their end. Programs fill the space for a log with NUL bytes ahead. */
export function withoutPadding(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0 || bytes[end - 1] === 0x1a)) end--;
  return bytes.subarray(0, end);
}

async function isValidUtf8(bytes: Uint8Array): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let controls = 0;
  try {
    for (let at = 0; at < bytes.length; at += sliceBytes) {
      if (at > 0) await setImmediate();
      const isLast = at + sliceBytes >= bytes.length;
      controls += controlsIn(decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: !isLast }));
    }
  } catch {
    return false;
  }
  return controls <= bytes.length * mostControls.valid;
}

const controlsIn = (text: string): number => text.match(controlMarks)?.length ?? 0;

/** The Escape sequences that only ISO-2022-JP has (RFC 1468). Its bytes are all ASCII. */
const isIso2022 = (bytes: Uint8Array): boolean =>
  asBuffer(bytes).includes('\u001b$B') && asBuffer(bytes).includes('\u001b(');

/** The encoding of bytes that are not valid UTF-8: UTF-8 if a little of it is wrong, otherwise the most likely other one. */
async function encodingOfInvalid(bytes: Uint8Array): Promise<TextEncoding | null> {
  const { wide, bad, controls } = await countedUtf8(bytes);
  if (controls > bytes.length * mostControls.other) return null;
  const isCutAtEnd = bad === 1 && /\ufffd$/.test(decodeText(bytes.subarray(-4), 'utf-8'));
  if (wide > bad * 4 || (isCutAtEnd && (bytes.at(-1) ?? 0) < 0xf5)) return utf8;
  const guessed = await guessedEncoding(bytes);
  if (guessed) return guessed;
  return wide >= bad || bad <= Math.max(bytes.length < 200 ? 0 : mostBad.inShort, bytes.length * mostBad.share)
    ? utf8
    : null;
}

/** How many characters of several bytes, wrong pieces and control marks there are, read as UTF-8. */
async function countedUtf8(bytes: Uint8Array): Promise<{ wide: number; bad: number; controls: number }> {
  const counted = { wide: 0, bad: 0, controls: 0 };
  const decoder = new TextDecoder('utf-8');
  for (let at = 0; at < bytes.length; at += slowSliceBytes) {
    if (at > 0) await setImmediate();
    const slice = bytes.subarray(at, at + slowSliceBytes);
    const text = decoder.decode(slice, { stream: at + slowSliceBytes < bytes.length });
    const bad = countBad(slice, 'utf-8', text);
    counted.bad += bad;
    counted.wide += (text.match(/[\u0080-\ud7ff\ue000-\uffff]|[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0) - bad;
    counted.controls += controlsIn(text);
  }
  return counted;
}

/** Whether hardly anything is wrong in a text with a byte order mark. */
async function isMostlyValid(bytes: Uint8Array, name: string): Promise<boolean> {
  const length = name === 'utf-8' ? bytes.length : name.startsWith('utf-16') ? bytes.length / 2 : bytes.length / 4;
  let wrong = 0;
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    if (at > 0) await setImmediate();
    const slice = asBuffer(bytes.subarray(at, at + sliceBytes));
    const text = decodeText(slice, name).replace(/\0+$/, '');
    wrong += countBad(slice, name, text) + controlsIn(text);
  }
  // A slice may end within a character.
  return wrong <= Math.ceil(bytes.length / sliceBytes) + length * 0.01;
}
