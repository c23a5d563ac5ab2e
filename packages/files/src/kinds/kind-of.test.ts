import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { FileRefusal } from '../file-refusal.ts';
import { bmpOf, icoOf } from '../testing/bmp.ts';
import { compoundFile } from '../testing/compound-file.ts';
import { docxOf, paragraph, pptxOf, row, xlsxOf } from '../testing/office.ts';
import { pdfOf } from '../testing/pdf.ts';
import { tinyHeic } from '../testing/tiny-heic.ts';
import { zipOf } from '../testing/zip.ts';
import { kindOf } from './kind-of.ts';

const canvas = () => sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } });
const utf16 = (text: string, { mark = true, big = false } = {}) => {
  const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');
  return big ? bytes.swap16() : bytes;
};

test('each kind is recognised by its content', async () => {
  for (const kind of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const)
    expect(await kindOf(await canvas().toFormat(kind).toBuffer())).toBe(kind);
  expect(await kindOf(tinyHeic)).toBe('heic');
  expect(await kindOf(await canvas().tiff().toBuffer())).toBe('tiff');
  expect(await kindOf(bmpOf(2, 2))).toBe('bmp');
  expect(await kindOf(icoOf([{ side: 1, bytes: await canvas().png().toBuffer() }]))).toBe('ico');
  expect(await kindOf(pdfOf(['Hello']))).toBe('pdf');
  expect(await kindOf(await docxOf(paragraph('Hello')))).toBe('docx');
  expect(await kindOf(await xlsxOf({ One: row(1, 'Hello') }))).toBe('xlsx');
  expect(await kindOf(await pptxOf(['<a:p/>']))).toBe('pptx');
  expect(await kindOf(Buffer.from('{\\rtf1 Hello}'))).toBe('rtf');
  for (const [kind, type] of [
    ['odt', 'text'],
    ['ods', 'spreadsheet-template'],
    ['odp', 'presentation'],
  ])
    expect(await kindOf(await zipOf({ mimetype: `application/vnd.oasis.opendocument.${type}` }))).toBe(kind);
  expect(await kindOf(await zipOf({ mimetype: 'application/epub+zip' }))).toBe('epub');
});

const types = (type: string) => `<Types><Override PartName="/x.xml" ContentType="application/vnd.${type}"/></Types>`;

test.each([
  ['docx', 'ms-word.document.macroEnabled.main+xml'],
  ['docx', 'openxmlformats-officedocument.wordprocessingml.template.main+xml'],
  ['docx', 'ms-word.template.macroEnabled.main+xml'],
  ['xlsx', 'ms-excel.sheet.macroEnabled.main+xml'],
  ['xlsx', 'openxmlformats-officedocument.spreadsheetml.template.main+xml'],
  ['pptx', 'openxmlformats-officedocument.presentationml.slideshow.main+xml'],
  ['pptx', 'ms-powerpoint.presentation.macroEnabled.main+xml'],
])('templates, slide shows and files with macros are taken: %s, %s', async (kind, type) => {
  expect(await kindOf(await zipOf({ '[Content_Types].xml': types(type) }))).toBe(kind);
});

const password = 'This file is protected by a password. Save it without one and add it again.';
const apple =
  'This is a file of Pages, Numbers or Keynote. Export it as PDF, or as DOCX, XLSX or PPTX, and add it again.';

test.each<[string, Uint8Array | Promise<Uint8Array>, string]>([
  ['a password', compoundFile('DataSpaces', 'EncryptionInfo', 'EncryptedPackage'), password],
  ['Word', compoundFile('WordDocument'), 'This is an old Word file (.doc). Save it as DOCX and add it again.'],
  ['Word, small', compoundFile('worddocument'), 'This is an old Word file (.doc). Save it as DOCX and add it again.'],
  ['Excel', compoundFile('Workbook'), 'This is an old Excel file (.xls). Save it as XLSX and add it again.'],
  [
    'Excel 4',
    Buffer.from('0904060000001000', 'hex'),
    'This is an old Excel file (.xls). Save it as XLSX and add it again.',
  ],
  [
    'PowerPoint',
    compoundFile('PowerPoint Document'),
    'This is an old PowerPoint file (.ppt). Save it as PPTX and add it again.',
  ],
  [
    'Outlook',
    compoundFile('__properties_version1.0'),
    'This is a message of Outlook (.msg). Save it as EML and add it again.',
  ],
  ['XLSB', zipOf({ 'xl/workbook.bin': 'x' }), 'This is a binary Excel file (.xlsb). Save it as XLSX and add it again.'],
  ['Pages', zipOf({ 'Index/Document.iwa': 'x' }), apple],
  ['old Numbers', zipOf({ 'index.xml': '<x/>', 'QuickLook/Thumbnail.jpg': 'x' }), apple],
])('what is not taken but can be saved as something else says so: %s', async (_, bytes, message) => {
  await expect(kindOf(await bytes)).rejects.toMatchObject({ reason: 'kind', message });
});

test('a mail is one by its header, unless its name says that its source is meant', async () => {
  const mail = Buffer.from(
    'Received: by x\r\nFrom: a@x.example\r\nDate: 1 May 2026 10:00:00 +0000\r\nTo: b@x.example\r\n\r\nHi',
  );
  expect(await kindOf(mail)).toBe('eml');
  expect(await kindOf(mail, 'mail.eml')).toBe('eml');
  expect(await kindOf(Buffer.from(mail.toString(), 'utf16le'), 'mail.eml')).toBe('eml');
  expect(await kindOf(mail, 'mail.txt')).toBe('text');
  expect(await kindOf(Buffer.from('From: the sea\n\nDate: none'))).toBe('text');
});

test('a PDF may begin with a byte order mark, or with the lines of a printer', async () => {
  const pdf = pdfOf(['Hello']);
  const after = (...before: string[]) => Buffer.concat([Buffer.from(before.join(''), 'latin1'), pdf]);
  expect(await kindOf(after('\xef\xbb\xbf'))).toBe('pdf');
  expect(await kindOf(after('\0\0\r\n'))).toBe('pdf');
  expect(await kindOf(after('\x1b%-12345X@PJL JOB\r\n', '@PJL ENTER LANGUAGE=PDF\r\n'))).toBe('pdf');
  expect(await kindOf(Buffer.from('How to write a PDF:\n%PDF-1.7\n'))).toBe('text');
});

test('the container that HEIC and AVIF share is recognised by its brands', async () => {
  const branded = (...brands: string[]) => {
    const box = Buffer.from(`____ftypmif1\0\0\0\0${brands.join('')}`, 'latin1');
    box.writeUInt32BE(box.length);
    return Buffer.concat([box, tinyHeic.subarray(28)]);
  };
  expect(await kindOf(branded('mif1', 'heic'))).toBe('heic');
  expect(await kindOf(branded('mif1', 'avif', 'miaf'))).toBe('avif');
  await expect(kindOf(branded('mif1', 'j2ki'))).rejects.toThrow(FileRefusal);
});

test.each([
  ['plain', Buffer.from('Hello\r\n\tworld\f')],
  ['UTF-8', Buffer.from('Grüße 😀 你好')],
  ['UTF-8 with a mark', Buffer.from('\ufeffHello')],
  ['UTF-16, little endian', utf16('Grüße 你好')],
  ['UTF-16, big endian', utf16('Grüße 你好', { big: true })],
  ['UTF-16 without a mark', utf16('A plain sentence.', { mark: false })],
  ['UTF-16 without a mark, big endian', utf16('A plain sentence.', { mark: false, big: true })],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['XML', Buffer.from('<?xml version="1.0"?><a/>')],
  ['what begins like a GIF', Buffer.from('GIF89a is a format of pictures.')],
  ['what begins like a bitmap', Buffer.from('BM is a short name.')],
  ['colours of a terminal', Buffer.from('Hello \u001b[31mworld\u001b[0m')],
  ['a control mark in a long text', Buffer.from(`${'a'.repeat(3 * 1024 * 1024)}\u0001`)],
  ['NUL bytes that fill a log', Buffer.from('fan stopped\n\0\0\0\0')],
  ['the mark of the end in DOS', Buffer.from('BOLTS,300\r\n\u001a')],
  ['a wrong byte in UTF-8', Buffer.concat([Buffer.from('Grüße aus Köln, schöne Straße'), Buffer.from([0xff])])],
  ['cut UTF-8', Buffer.from('Grü').subarray(0, 3)],
  ['Windows-1252', Buffer.from('M\xfcller & S\xf6hne', 'latin1')],
  ['UTF-16 with half a pair', Buffer.concat([utf16('a'), Buffer.from([0x00, 0xd8])])],
  ['UTF-32 with a mark', Buffer.from([0xff, 0xfe, 0, 0, 0x48, 0, 0, 0])],
  ['a character across slices', Buffer.from(`${'a'.repeat(1024 * 1024 - 1)}ü`)],
])('text: %s', async (_, bytes) => {
  expect(await kindOf(bytes)).toBe('text');
});

test.each([
  ['a NUL', Buffer.from('Hello\0world')],
  ['control marks', Buffer.from('Hi\u0001\u0002\u0003')],
  ['EBCDIC', Buffer.from('c8859393964040a6969993844040a6969993844b'.repeat(9), 'hex')],
  ['MP3', Buffer.concat([Buffer.from('fffb9064000ff0', 'hex'), randomBytes(900)])],
  ['a font', Buffer.concat([Buffer.from('wOFF2'), randomBytes(900)])],
  ['a program', Buffer.from('7f454c4602010100000000000000000003003e00', 'hex')],
  ['random bytes', Buffer.from('8f3a91cc07e15502fd9ab37764ce', 'hex')],
])('refused: %s', async (_, bytes) => {
  const refusal = await kindOf(bytes).catch((error) => error);
  expect(refusal).toBeInstanceOf(FileRefusal);
  expect(refusal).toMatchObject({
    reason: 'kind',
    message:
      "This kind of file can't be added. You can add JPEG, PNG, WebP, GIF, AVIF, HEIC, BMP, TIFF, ICO, PDF, DOCX, XLSX, PPTX, ODT, ODS, ODP, RTF, EPUB, EML or text.",
  });
});

test('an archive that is cut is damaged, if its kind cannot be recognised', async () => {
  const archive = await zipOf({ 'a.bin': randomBytes(500) });
  await expect(kindOf(archive.subarray(0, 300))).rejects.toMatchObject({
    reason: 'damaged',
    message: 'This file is damaged or incomplete.',
  });
});

test('refused: an archive that is no document, and a file without bytes', async () => {
  await expect(kindOf(await zipOf({ 'a.txt': 'Hello' }))).rejects.toMatchObject({ reason: 'kind' });
  await expect(kindOf(new Uint8Array())).rejects.toMatchObject({ reason: 'empty', message: 'This file is empty.' });
});
