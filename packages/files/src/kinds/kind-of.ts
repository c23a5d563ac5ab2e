import { FileRefusal } from '../file-refusal.ts';
import { decodeText } from './decode-text.ts';
import { kindOfZip } from './kind-of-zip.ts';
import { type Kind, takenLabels } from './kinds.ts';
import { adviceForOldOffice } from './old-office.ts';
import { textEncodingOf } from './text-encoding.ts';

/** What file-type calls the kinds. SVG and HTML are missing, because they are text; archives are looked into. */
const kindsByMediaType: Readonly<Record<string, Kind>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/heic-sequence': 'heic',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
  'image/x-icon': 'ico',
  ...ofOffice('word', 'docx', 'document', 'template'),
  ...ofOffice('spreadsheet', 'xlsx', 'sheet', 'template'),
  ...ofOffice('presentation', 'pptx', 'presentation', 'template', 'slideshow'),
};

/** The names of whole and cut Office files, whose list of parts may be missing. */
function ofOffice(program: string, kind: Kind, ...forms: string[]): Record<string, Kind> {
  const start = `application/vnd.openxmlformats-officedocument.${program === 'word' ? 'wordprocessing' : program}ml.`;
  return Object.fromEntries(forms.map((form) => [start + form, kind]));
}

/** What may come before the signature: blanks, a byte order mark, and the control lines of a printer (PJL), which begin with an escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: printers write them.
const pdfStart = /^(?:\xef\xbb\xbf)?(?:[\s\0]|\x1b%-12345X|@PJL[^\n]*\n)*%PDF-/;

const zipStart = [0x50, 0x4b, 0x03, 0x04];
const rtfStart = /^\s*\{\\rtf/;

/**
 * The kind of a file, judged by its content. What a browser calls it does not count, and its name only says whether a text that is a mail is
 * meant as one. Throws FileRefusal with the reason `empty`, `damaged` or `kind`; the message of `kind` says what to do or lists what is taken.
 */
export async function kindOf(bytes: Uint8Array, name = ''): Promise<Kind> {
  if (bytes.length === 0) throw new FileRefusal('empty', 'This file is empty.');
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  if (pdfStart.test(start)) return 'pdf';
  if (rtfStart.test(start.replace(/^\u00ef\u00bb\u00bf/, ''))) return 'rtf';
  // Before file-type, which judges by the first bytes: a text may begin with "GIF" or "BM". No taken kind but PDF is likely text.
  const encoding = await textEncodingOf(bytes);
  if (encoding !== null) return isMail(bytes, name, encoding.name) ? 'eml' : 'text';
  const old = adviceForOldOffice(bytes);
  if (old !== null) throw refused(old);
  const content = zipStart.every((byte, at) => bytes[at] === byte) ? await kindOfZip(bytes) : null;
  if (content !== null && content !== 'damaged') {
    if ('advice' in content) throw refused(content.advice);
    return content.kind;
  }
  const kind = await binaryKindOf(bytes);
  if (kind !== null) return kind;
  throw content === 'damaged' ? new FileRefusal('damaged', 'This file is damaged or incomplete.') : refused(null);
}

const refused = (advice: string | null) =>
  new FileRefusal('kind', advice ?? `This kind of file can't be added. You can add ${listed(takenLabels)}.`);

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

/** How much of a text is looked at for the header of a mail. */
const headerBytes = 64 * 1024;
const endings = /\.(eml|mht|mhtml|mime)$/i;
const ending = /\.[a-z]\w{0,7}$/i;
const field = /^([!-9;-~]+):/;

/**
 * Whether a text is a mail (RFC 5322) or a page that a browser saved as one (RFC 2557): it begins with their header. A name with another
 * ending, such as .txt, says that its source is meant.
 */
function isMail(bytes: Uint8Array, name: string, encoding: string): boolean {
  if (ending.test(name) && !endings.test(name)) return false;
  const start = bytes.subarray(0, headerBytes);
  const text = decodeText(start, /^utf-(16|32)/.test(encoding) ? encoding : 'latin1');
  const [header = ''] = text.trimStart().split(/\r?\n\r?\n/, 1);
  const fields = new Set<string>();
  for (const [at, line] of header
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .split(/\r?\n/)
    .entries()) {
    if (/^[ \t]/.test(line) || (at === 0 && line.startsWith('From '))) continue;
    const [, found] = field.exec(line) ?? [];
    if (found === undefined) return false;
    fields.add(found.toLowerCase());
  }
  const has = (...some: string[]) => some.some((each) => fields.has(each));
  return (
    (has('from', 'return-path') && has('date', 'received') && has('message-id', 'mime-version', 'to', 'received')) ||
    (endings.test(name) && has('from', 'to', 'subject') && has('mime-version', 'content-type', 'subject'))
  );
}
