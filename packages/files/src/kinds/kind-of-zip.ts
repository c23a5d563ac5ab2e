import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { asBuffer } from './decode-text.ts';
import type { Kind } from './kinds.ts';

/** What an archive is: a kind that is taken, a sentence that says what to do with it, that it is damaged, or null. */
export type ZipContent = { kind: Kind } | { advice: string } | 'damaged' | null;

/** How many files of an archive are looked at. */
const mostEntries = 10_000;
/** The most bytes of the file that says what an archive is. */
const mostBytes = 1024 * 1024;

/** Main parts of Office files, templates, slide shows and files with macros among them (ECMA-376, part 1, 11.3.10, 12.3.23 and 13.3.6). */
const mainTypes: readonly [RegExp, Kind][] = [
  [/wordprocessingml\.(document|template)\.main\+xml|ms-word\.(document|template)\.macroEnabled\.main\+xml/i, 'docx'],
  [/spreadsheetml\.(sheet|template)\.main\+xml|ms-excel\.(sheet|template|addin)\.macroEnabled\.main\+xml/i, 'xlsx'],
  [
    /presentationml\.(presentation|template|slideshow)\.main\+xml|ms-powerpoint\.(presentation|template|slideshow)\.macroEnabled\.main\+xml/i,
    'pptx',
  ],
];
const mainParts: readonly [RegExp, Kind][] = [
  [/^word\/document\d*\.xml$/i, 'docx'],
  [/^xl\/workbook\d*\.xml$/i, 'xlsx'],
  [/^ppt\/presentation\d*\.xml$/i, 'pptx'],
];
const ofMediaType: readonly [RegExp, Kind][] = [
  [/^application\/vnd\.oasis\.opendocument\.text/, 'odt'],
  [/^application\/vnd\.oasis\.opendocument\.spreadsheet/, 'ods'],
  [/^application\/vnd\.oasis\.opendocument\.presentation/, 'odp'],
  [/^application\/epub\+zip/, 'epub'],
];

const binaryWorkbook = 'This is a binary Excel file (.xlsb). Save it as XLSX and add it again.';
const ofApple =
  'This is a file of Pages, Numbers or Keynote. Export it as PDF, or as DOCX, XLSX or PPTX, and add it again.';
const drawing = 'This is a drawing of LibreOffice. Save it as PDF and add it again.';

/** What a zip archive is, by the names of its files and by what they say about it. */
export async function kindOfZip(bytes: Uint8Array): Promise<ZipContent> {
  const zip = await fromBufferPromise(asBuffer(bytes), { lazyEntries: true, strictFileNames: false }).catch(() => null);
  if (!zip) return 'damaged';
  try {
    return await contentOf(zip, await entriesOf(zip));
  } catch {
    return 'damaged';
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName.replace(/^\//, ''), entry);
    if (entries.size >= mostEntries) break;
  }
  return entries;
}

async function contentOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<ZipContent> {
  const names = [...entries.keys()];
  const types = await textOf(zip, entries.get('[Content_Types].xml'));
  const found =
    mainTypes.find(([type]) => type.test(types)) ?? mainParts.find(([part]) => names.some((name) => part.test(name)));
  if (found) return { kind: found[1] };
  if (entries.has('xl/workbook.bin')) return { advice: binaryWorkbook };
  const mediaType = await textOf(zip, entries.get('mimetype'));
  const open = ofMediaType.find(([type]) => type.test(mediaType.trim()));
  if (open) return { kind: open[1] };
  if (/opendocument\.(graphics|chart|formula)/.test(mediaType)) return { advice: drawing };
  if (entries.has('META-INF/container.xml') && names.some((name) => /\.opf$/i.test(name))) return { kind: 'epub' };
  if (names.some((name) => /(^|\/)Index(\.zip$|\/Document\.iwa$)|^index\.(apxl(\.gz)?|xml\.gz)$/.test(name)))
    return { advice: ofApple };
  if (entries.has('index.xml') && names.some((name) => /^(QuickLook\/|buildVersionHistory\.plist$)/.test(name)))
    return { advice: ofApple };
  return null;
}

async function textOf(zip: ZipFile, entry: Entry | undefined): Promise<string> {
  if (!entry || entry.isEncrypted() || entry.uncompressedSize > mostBytes || !entry.canDecodeFileData()) return '';
  const bytes = await buffer(await zip.openReadStreamPromise(entry));
  return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');
}
