import { FileRefusal } from '../file-refusal.ts';
import { type Kind, takenLabels } from './kinds.ts';
import { textEncodingOf } from './text-encoding.ts';

/** What file-type calls the kinds. SVG and HTML are missing, because they are text. */
const kindsByMediaType: Readonly<Record<string, Kind>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/heic-sequence': 'heic',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
};
/** What may stand before the signature: blanks, a byte order mark, and the control lines of a printer (PJL), which begin with an escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what stands there.
const pdfStart = /^(?:\xef\xbb\xbf)?(?:[\s\0]|\x1b%-12345X|@PJL[^\n]*\n)*%PDF-/;

/**
 * The kind of a file, judged by its content alone. Its name and what a browser calls it do not count. Throws FileRefusal with the reason
 * `empty` or `kind`; the message of `kind` lists what is taken.
 */
export async function kindOf(bytes: Uint8Array): Promise<Kind> {
  if (bytes.length === 0) throw new FileRefusal('empty', 'This file is empty.');
  if (pdfStart.test(new TextDecoder('latin1').decode(bytes.subarray(0, 1024)))) return 'pdf';
  // Before file-type, which judges by the first bytes: a text may begin with "GIF" or "BM". No taken kind but PDF is valid text.
  if ((await textEncodingOf(bytes)) !== null) return 'text';
  const kind = await binaryKindOf(bytes);
  if (kind === null)
    throw new FileRefusal('kind', `This kind of file can't be added. You can add ${listed(takenLabels)}.`);
  return kind;
}

async function binaryKindOf(bytes: Uint8Array): Promise<Kind | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const { mime = '' } = (await fileTypeFromBuffer(bytes).catch(() => undefined)) ?? {};
  // These brands name the container alone. What is in it follows from the brands that the file is compatible with.
  if (mime === 'image/heif' || mime === 'image/heif-sequence') return kindOfHeif(bytes);
  return kindsByMediaType[mime] ?? null;
}

/** Reads the list of compatible brands in the first box of a HEIF file (ISO/IEC 14496-12, 4.3). */
function kindOfHeif(bytes: Uint8Array): Kind | null {
  const end = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const list = new TextDecoder('latin1').decode(bytes.subarray(16, Math.min(end, 256)));
  const brands: string[] = list.match(/.{4}/gs) ?? [];
  if (brands.includes('avif')) return 'avif';
  return brands.some((brand) => /^he[ivx][cxms]$/.test(brand)) ? 'heic' : null;
}

const listed = (labels: readonly string[]) => `${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`;
