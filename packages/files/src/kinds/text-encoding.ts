import { setImmediate } from 'node:timers/promises';

/** An encoding that text is taken in, as TextDecoder calls it. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** All control marks of ASCII but tabs, line feeds, carriage returns and form feeds, which text files may have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const controlMark = /[\0-\x08\x0b\x0e-\x1f\x7f]/;
/** How many bytes are checked before other work may pass: less than 5 ms of it. */
const sliceBytes = 1024 * 1024;
/** How much of a file is looked at to recognise UTF-16 without a byte order mark. */
const sampleBytes = 4096;

/**
 * The encoding of a text, or null if the bytes are no text: they are invalid in it or have control marks. UTF-16 needs a byte order mark,
 * or so many characters of Latin-1 that nothing else is likely. Lets other work pass meanwhile.
 */
export async function textEncodingOf(bytes: Uint8Array): Promise<TextEncoding | null> {
  const encoding = markedEncoding(bytes);
  if (encoding) return (await isTextIn(encoding, bytes)) ? encoding : null;
  if (await isTextIn('utf-8', bytes)) return 'utf-8';
  const likely = likelyUtf16(bytes);
  return likely && (await isTextIn(likely, bytes)) ? likely : null;
}

/** The encoding that a byte order mark names. */
function markedEncoding([first, second]: Uint8Array): TextEncoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

async function isTextIn(encoding: TextEncoding, bytes: Uint8Array): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += sliceBytes) {
      if (at > 0) await setImmediate();
      const isLast = at + sliceBytes >= bytes.length;
      if (controlMark.test(decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: !isLast }))) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** UTF-16 if a quarter of the characters or more are of Latin-1, which have a zero byte on one side, and none has one on the other side. */
function likelyUtf16(bytes: Uint8Array): TextEncoding | null {
  const sample = bytes.subarray(0, sampleBytes);
  if (bytes.length % 2 !== 0) return null;
  let even = 0;
  let odd = 0;
  for (const [at, byte] of sample.entries()) if (byte === 0) at % 2 === 0 ? even++ : odd++;
  const enough = Math.max(2, sample.length / 8);
  if (odd >= enough && even === 0) return 'utf-16le';
  if (even >= enough && odd === 0) return 'utf-16be';
  return null;
}
