import { asBuffer } from './decode-text.ts';

/** How a compound file begins: the container of Office up to 2003, and of Office files with a password ([MS-CFB], 2.2). */
const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const entryBytes = 128;
/** More entries than any document has in its outer folder. */
const mostEntries = 4096;
const end = 0xfffffffa;

const ofExcel = 'This is an old Excel file (.xls). Save it as XLSX and add it again.';

/** What kind of older or password-protected Office file this is, and what people can do; null for anything else. */
export function adviceForOldOffice(bytes: Uint8Array): string | null {
  if (signature.every((byte, at) => bytes[at] === byte)) return adviceForContent(namesIn(bytes));
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  // Excel up to 4.0 had no container ([MS-XLS], 2.4.21, and its earlier forms).
  if (first === 0x09 && [0, 2, 4].includes(second) && third <= 0x10 && fourth === 0) return ofExcel;
  if (first === 0xff && asBuffer(bytes).toString('latin1', 1, 4) === 'WPC')
    return 'This is a file of WordPerfect. Save it as DOCX and add it again.';
  return null;
}

function adviceForContent(names: ReadonlySet<string>): string | null {
  const has = (...some: string[]) => some.some((name) => names.has(name));
  if (has('encryptedpackage', 'encryptioninfo'))
    return 'This file is protected by a password. Save it without one and add it again.';
  if (has('worddocument')) return 'This is an old Word file (.doc). Save it as DOCX and add it again.';
  if (has('powerpoint document', 'pp97_dualstorage'))
    return 'This is an old PowerPoint file (.ppt). Save it as PPTX and add it again.';
  if (has('workbook', 'book')) return ofExcel;
  if (has('__properties_version1.0')) return 'This is a message of Outlook (.msg). Save it as EML and add it again.';
  if (has('visiodocument')) return 'This is a drawing of Visio. Save it as PDF and add it again.';
  if (has('quill')) return 'This is a file of Publisher. Save it as PDF and add it again.';
  return null;
}

/** The names in the outer folder, in lower case, or of all entries if its tree cannot be followed. */
function namesIn(bytes: Uint8Array): ReadonlySet<string> {
  const entries = entriesOf(asBuffer(bytes));
  const names = new Set<string>();
  const seen = new Set<number>();
  const waiting = [entries[0]?.child ?? end];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entry = entries[at];
    if (!entry || seen.has(at)) continue;
    seen.add(at);
    names.add(entry.name.toLowerCase());
    waiting.push(entry.left, entry.right);
  }
  return names.size > 0 ? names : new Set(entries.map(({ name }) => name.toLowerCase()));
}

type Entry = { name: string; left: number; right: number; child: number };

/** The entries of the directory, whose sectors the allocation table chains ([MS-CFB], 2.3 and 2.6). */
function entriesOf(bytes: Buffer): Entry[] {
  const shift = bytes.length >= 512 ? bytes.readUInt16LE(30) : 0;
  if (shift !== 9 && shift !== 12) return [];
  const size = 1 << shift;
  const entries: Entry[] = [];
  const seen = new Set<number>();
  for (
    let sector = bytes.readUInt32LE(48);
    sector < end && !seen.has(sector);
    sector = nextSector(bytes, sector, size)
  ) {
    seen.add(sector);
    const start = (sector + 1) * size;
    for (let at = start; at + entryBytes <= Math.min(start + size, bytes.length); at += entryBytes) {
      if (entries.length >= mostEntries) return entries;
      const length = Math.min(64, bytes.readUInt16LE(at + 64));
      const name = bytes.toString('utf16le', at, at + length).replace(/\0+$/, '');
      const [left, right, child] = [68, 72, 76].map((offset) => bytes.readUInt32LE(at + offset));
      entries.push({ name, left: left ?? end, right: right ?? end, child: child ?? end });
    }
  }
  return entries;
}

/** The sector that follows in a chain, as the first 109 sectors of the allocation table say. */
function nextSector(bytes: Buffer, sector: number, size: number): number {
  const perSector = size / 4;
  const place = 76 + 4 * Math.floor(sector / perSector);
  if (place >= 512) return end;
  const at = (bytes.readUInt32LE(place) + 1) * size + 4 * (sector % perSector);
  return at + 4 <= bytes.length ? bytes.readUInt32LE(at) : end;
}
