import sharp from 'sharp';
import { expect, test } from 'vitest';
import { FileRefusal } from '../file-refusal.ts';
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
  expect(await kindOf(pdfOf(['Hello']))).toBe('pdf');
  expect(await kindOf(await docxOf(paragraph('Hello')))).toBe('docx');
  expect(await kindOf(await xlsxOf({ One: row(1, 'Hello') }))).toBe('xlsx');
  expect(await kindOf(await pptxOf(['<a:p/>']))).toBe('pptx');
});

test('a PDF may begin with a byte order mark, or with the lines of a printer', async () => {
  const pdf = pdfOf(['Hello']);
  const after = (...before: string[]) => Buffer.concat([Buffer.from(before.join(''), 'latin1'), pdf]);
  expect(await kindOf(after('\xef\xbb\xbf'))).toBe('pdf');
  expect(await kindOf(after('\0\0\r\n'))).toBe('pdf');
  expect(await kindOf(after('\x1b%-12345X@PJL JOB\r\n', '@PJL ENTER LANGUAGE=PDF\r\n'))).toBe('pdf');
  expect(await kindOf(Buffer.from('How to write a PDF:\n%PDF-1.7\n'))).toBe('text');
});

test('the container that HEIC and AVIF share is told apart by its brands', async () => {
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
  ['RTF', Buffer.from('{\\rtf1 Hello}')],
  ['what begins like a GIF', Buffer.from('GIF89a is a format of pictures.')],
  ['what begins like a bitmap', Buffer.from('BM is a short name.')],
  ['a character across slices', Buffer.from(`${'a'.repeat(1024 * 1024 - 1)}ü`)],
])('text: %s', async (_, bytes) => {
  expect(await kindOf(bytes)).toBe('text');
});

test.each([
  ['a NUL', Buffer.from('Hello\0world')],
  ['a control mark', Buffer.from('Hello \u001b[31mworld')],
  ['a control mark at the end of a long text', Buffer.from(`${'a'.repeat(3 * 1024 * 1024)}\u0001`)],
  ['invalid UTF-8', Buffer.from([0x48, 0x69, 0xff])],
  ['cut UTF-8', Buffer.from('Grü').subarray(0, 3)],
  ['overlong UTF-8', Buffer.from([0x48, 0xc0, 0xaf])],
  ['UTF-16 with half a pair', Buffer.concat([utf16('a'), Buffer.from([0x00, 0xd8])])],
  ['UTF-16 of an odd length', Buffer.concat([utf16('ab'), Buffer.from([0x61])])],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x48, 0, 0, 0])],
  ['a program', Buffer.from('7f454c4602010100000000000000000003003e00', 'hex')],
  ['a TIFF', Buffer.from('49492a0008000000000000000000', 'hex')],
  ['random bytes', Buffer.from('8f3a91cc07e15502fd9ab37764ce', 'hex')],
])('refused: %s', async (_, bytes) => {
  const refusal = await kindOf(bytes).catch((error) => error);
  expect(refusal).toBeInstanceOf(FileRefusal);
  expect(refusal).toMatchObject({
    reason: 'kind',
    message:
      "This kind of file can't be added. You can add JPEG, PNG, WebP, GIF, AVIF, HEIC, PDF, DOCX, XLSX, PPTX or text.",
  });
});

test('refused: an archive that is no document, and a file without bytes', async () => {
  await expect(kindOf(await zipOf({ 'a.txt': 'Hello' }))).rejects.toMatchObject({ reason: 'kind' });
  await expect(kindOf(new Uint8Array())).rejects.toMatchObject({ reason: 'empty', message: 'This file is empty.' });
});
