import { setImmediate } from 'node:timers/promises';
import { decodeText, type TextEncoding } from './decode-text.ts';
import { candidates, scripts } from './encoding-candidates.ts';
import { plausibility } from './plausibility.ts';

/** How much text beyond ASCII is looked at. More makes no guess better. */
const sampleBytes = 4096;
/** The most of a line that is looked at, around its first byte beyond ASCII. */
const longestLine = 512;
/** Of fewer bytes, hardly anything can be said. */
const leastBytes = 3;
/** What is less plausible is no text. */
const leastPlausible = 0.55;
/** How much the opinion of the library counts, which knows the frequent pairs of letters of many languages but needs much text. */
const libraryShare = 0.15;

/** The encodings that chardet means, where that is not the name in lower case. */
const libraryNames: Readonly<Record<string, readonly string[]>> = {
  'iso-8859-1': ['windows-1252', 'iso-8859-15'],
  'windows-1252': ['windows-1252', 'iso-8859-15'],
  gb2312: ['gb18030'],
  gbk: ['gb18030'],
  'x-sjis': ['shift_jis'],
  'iso-8859-2': ['windows-1250', 'iso-8859-2'],
  'windows-1250': ['windows-1250', 'iso-8859-2'],
  'iso-8859-9': ['windows-1254'],
  'iso-8859-7': ['windows-1253'],
  'iso-8859-8': ['windows-1255'],
  'iso-8859-6': ['windows-1256', 'iso-8859-6'],
  'koi8-r': ['koi8-u'],
};

/** The most likely encoding of a text that is not Unicode; null if the text is plausible in none. Lets other work pass meanwhile. */
export async function guessedEncoding(bytes: Uint8Array): Promise<TextEncoding | null> {
  const sample = sampleOf(bytes);
  if (bytes.length < leastBytes || isEbcdic(sample)) return null;
  const library = await opinions(sample, declaredIn(bytes));
  let best: { encoding: TextEncoding; score: number } | null = null;
  for (const candidate of candidates()) {
    await setImmediate();
    const text = decodeText(sample, candidate.name);
    const plausible = plausibility(text, candidate);
    const score = plausible + libraryShare * (library.get(candidate.name) ?? 0);
    if (plausible >= leastPlausible && (best === null || score > best.score + 1e-9))
      best = { encoding: { name: candidate.name, label: candidate.label, isGuessed: true }, score };
  }
  return best?.encoding ?? null;
}

/** What the library thinks of encodings, from 0 to 1, and twice as much for what the text says itself, which may be wrong. */
async function opinions(sample: Uint8Array, declared: string | null): Promise<ReadonlyMap<string, number>> {
  const { analyse } = await import('chardet');
  const found = new Map<string, number>();
  for (const { name, confidence } of analyse(sample)) {
    for (const known of libraryNames[name.toLowerCase()] ?? [name.toLowerCase()])
      found.set(known, Math.max(found.get(known) ?? 0, confidence / 100));
  }
  for (const known of declared === null ? [] : (libraryNames[declared] ?? [declared])) found.set(known, 2);
  return found;
}

/** The encoding that the first lines of a page or of XML name, in lower case. */
function declaredIn(bytes: Uint8Array): string | null {
  const start = decodeText(bytes.subarray(0, 1024), 'latin1');
  const [, ofPage, ofXml] =
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{3,20})|<\?xml[^>]{0,200}encoding\s*=\s*["']([\w-]{3,20})/i.exec(start) ??
    [];
  return (ofPage ?? ofXml)?.toLowerCase() ?? null;
}

/** Whether the space of EBCDIC, which is "@" elsewhere, divides the words. Mainframes write it, and no program on a desk shows it. */
function isEbcdic(sample: Uint8Array): boolean {
  const count = (byte: number) => sample.reduce((sum, each) => sum + Number(each === byte), 0);
  return sample.length >= 40 && count(0x40) > sample.length / 12 && count(0x40) > 10 * count(0x20);
}

/** The lines that have bytes beyond ASCII, one after the other. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let at = 0; at < bytes.length && size < sampleBytes; ) {
    if ((bytes[at] ?? 0) < 0x80) {
      at++;
      continue;
    }
    const before = bytes.lastIndexOf(0x0a, at);
    const start = Math.max(before + 1, at - longestLine / 2);
    const next = bytes.indexOf(0x0a, at);
    const end = Math.min(next === -1 ? bytes.length : next + 1, start + longestLine);
    parts.push(bytes.subarray(start, end));
    size += end - start;
    at = next === -1 ? end : Math.max(end, at + 1);
  }
  return Buffer.concat(parts);
}

/** Control marks, lone halves of pairs, and what is for private use or unassigned. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const wrong = /[\x01-\x08\x0e-\x1a\x1c-\x1f\ufffd]|\p{Cs}|\p{Co}|\p{Cn}/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const padding = /[\0\x1a]+$/;
/** How much of a text is looked at to recognise it. */
const utf16Sample = 4096;
const leastShare = 0.85;
/** The largest share of wrong characters in a text that has much ASCII. */
const mostWrong = 0.05;

/**
 * UTF-16 or UTF-32 without a byte order mark: valid, without control marks, and its characters are those of one script and ASCII. Null if the
 * bytes are neither.
 */
export function likelyUtf16(bytes: Uint8Array): TextEncoding | null {
  const forms = [
    { name: 'utf-32le', label: 'UTF-32', size: 4 },
    { name: 'utf-32be', label: 'UTF-32', size: 4 },
    { name: 'utf-16le', label: 'UTF-16', size: 2 },
    { name: 'utf-16be', label: 'UTF-16', size: 2 },
  ];
  for (const { name, label, size } of forms) {
    if (bytes.length < 2 * size || bytes.length % size !== 0) continue;
    if (isOfOneScript(decodeText(bytes.subarray(0, utf16Sample), name).replace(padding, '')))
      return { name, label, isGuessed: true };
  }
  return null;
}

const marksOfText = /[\s -~\u00a0-\u00bf\u2010-\u203a\u20ac\u3000-\u303f\uff00-\uff5e]/;

function isOfOneScript(text: string): boolean {
  // The sample may end within a pair.
  const characters = [...text.replace(/[\ud800-\udbff]$/, '')];
  const wrongs = characters.filter((each) => wrong.test(each)).length;
  if (characters.length < 2 || text.includes('\0') || wrongs > characters.length * mostWrong) return false;
  const isAscii = (one: string) => one >= ' ' && one <= '~';
  if (characters.filter(isAscii).length >= characters.length / 4) return true;
  if (wrongs > 0) return false;
  const letters = characters.filter((one) => !marksOfText.test(one));
  return (
    letters.length >= 4 &&
    scripts().some((script) => letters.filter((one) => script.has(one)).length >= letters.length * leastShare)
  );
}
