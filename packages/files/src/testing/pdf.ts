import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

type Stream = { dictionary?: string; bytes: Uint8Array };
type PdfObject = string | Stream;

/** A PDF of these objects, whose numbers begin with 1, with a table of where they are. The first is the catalog. */
export function pdfOfObjects(objects: readonly PdfObject[], trailer = ''): Buffer<ArrayBuffer> {
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = parts[0]?.length ?? 0;
  const push = (part: Uint8Array) => {
    parts.push(part);
    length += part.length;
  };
  const offsets = objects.map((object, at) => {
    const offset = length;
    push(Buffer.from(`${at + 1} 0 obj\n`));
    if (typeof object === 'string') push(Buffer.from(object, 'latin1'));
    else {
      push(Buffer.from(`<< ${object.dictionary ?? ''} /Length ${object.bytes.length} >>\nstream\n`));
      push(object.bytes);
      push(Buffer.from('\nendstream'));
    }
    push(Buffer.from('\nendobj\n'));
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`;
  push(Buffer.from(end));
  return Buffer.concat(parts);
}

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&');
/** Draws a text from the top of a page, a line of it per line. */
export const drawn = (text: string) =>
  `BT /F1 12 Tf 14 TL 50 780 Td ${text
    .split('\n')
    .map((line) => `(${escaped(line)}) Tj T*`)
    .join(' ')} ET`;

const pageOf = (parent: number, content: number, font: number) =>
  `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`;
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** A PDF with the text of each page. */
export const pdfOf = (pages: readonly string[], title?: string) =>
  pdfOfContents(
    pages.map((text) => ({ bytes: Buffer.from(drawn(text), 'latin1') })),
    title,
  );

/** A PDF whose pages have these content streams. */
export function pdfOfContents(contents: readonly Stream[], title?: string): Buffer<ArrayBuffer> {
  const first = 5;
  return pdfOfObjects(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count ${contents.length} /Kids [${contents.map((_, at) => `${first + at * 2} 0 R`).join(' ')}] >>`,
      font,
      `<< ${title === undefined ? '' : `/Title (${escaped(title)})`} >>`,
      ...contents.flatMap((content, at) => [pageOf(2, first + at * 2 + 1, 3), content]),
    ],
    '/Info 4 0 R',
  );
}

/** A PDF of one small content stream that unpacks to `bytes` bytes of drawing the same text again and again. */
export function pdfBomb(bytes: number): Buffer<ArrayBuffer> {
  const unit = '(All work and no play makes Jack a dull boy.) Tj\n';
  const text = Buffer.from(`BT /F1 12 Tf 50 780 Td\n${unit.repeat(Math.ceil(bytes / unit.length))}ET`);
  return pdfOfContents([{ dictionary: '/Filter /FlateDecode', bytes: deflateSync(text, { level: 1 }) }]);
}

/** A PDF that needs a password to be opened (standard security handler, revision 3, RC4 with 128 bits; ISO 32000-1, 7.6.3). */
export function encryptedPdf(): Buffer<ArrayBuffer> {
  const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
  const id = createHash('md5').update('an id').digest();
  // The entries are the hashes of a password that no reader knows, so the empty one does not open it.
  const owner = createHash('sha256').update('owner').digest();
  const user = Buffer.concat([createHash('md5').update(padding).update('no one').digest(), Buffer.alloc(16)]);
  return pdfOfObjects(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
      font,
      pageOf(2, 5, 3),
      { bytes: Buffer.from(drawn('Secret'), 'latin1') },
      `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${owner.toString('hex')}> /U <${user.toString('hex')}> >>`,
    ],
    `/Encrypt 6 0 R /ID [<${id.toString('hex')}> <${id.toString('hex')}>]`,
  );
}

/** A PDF of many pages that have the same content. */
export function pdfOfManyPages(count: number): Buffer<ArrayBuffer> {
  const first = 5;
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${Array.from({ length: count }, (_, at) => `${first + at} 0 R`).join(' ')}] >>`,
    font,
    { bytes: Buffer.from(drawn('The same text'), 'latin1') },
    ...Array.from({ length: count }, () => pageOf(2, 4, 3)),
  ]);
}
