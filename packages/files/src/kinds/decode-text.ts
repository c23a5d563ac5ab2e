import iconv from 'iconv-lite';

/** An encoding that a text is in. */
export type TextEncoding = {
  /** As iconv-lite or TextDecoder calls it. */
  name: string;
  /** As people call it. */
  label: string;
  /** Whether nothing in the file says so. */
  isGuessed: boolean;
};

/** The most bytes that are decoded at once. */
const sliceBytes = 1024 * 1024;

/** A way to decode text piece by piece, which replaces what is invalid by U+FFFD. */
type Decoder = { write(bytes: Uint8Array): string; end(): string };

/**
 * A decoder for an encoding, by the name that iconv-lite or TextDecoder has for it. Node's TextDecoder reads most encodings of one byte as
 * Latin-1, so it is used for Unicode and ISO-2022-JP alone.
 */
function decoderOf(name: string): Decoder {
  if (/^(utf-8|utf-16[lb]e|iso-2022-jp)$/.test(name)) {
    const decoder = new TextDecoder(name);
    return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
  }
  const decoder = iconv.getDecoder(name, { stripBOM: true });
  return { write: (bytes) => decoder.write(asBuffer(bytes)), end: () => decoder.end() ?? '' };
}

/** The text of bytes in an encoding, without a byte order mark. What is invalid becomes U+FFFD. */
export function decodeText(bytes: Uint8Array, name: string): string {
  const decoder = decoderOf(name);
  let text = '';
  for (let at = 0; at < bytes.length; at += sliceBytes) text += decoder.write(bytes.subarray(at, at + sliceBytes));
  return text + decoder.end();
}

const replaced = Buffer.from('\ufffd');

/** How many pieces of a text were invalid and became U+FFFD when it was decoded. */
export function countBad(bytes: Uint8Array, name: string, text: string): number {
  let count = occurrences('\ufffd', text);
  if (count === 0 || name !== 'utf-8') return count;
  // UTF-8 may have the replacement itself, as a copy of a text that was decoded wrongly.
  const all = asBuffer(bytes);
  for (let at = all.indexOf(replaced); at !== -1; at = all.indexOf(replaced, at + 3)) count--;
  return count;
}

function occurrences(mark: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) count++;
  return count;
}

/** The same bytes as a Buffer. */
export const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
