import { afterAll, expect, test } from 'vitest';
import type { ReadableKind } from '../kinds/kinds.ts';
import { docxOf, paragraph, pptxOf, relationships, row, xlsxOf } from '../testing/office.ts';
import { encryptedPdf, pdfBomb, pdfOf, pdfOfManyPages, pdfOfObjects } from '../testing/pdf.ts';
import { markedEncrypted, withWrongSize, zipBomb, zipOf } from '../testing/zip.ts';
import { createFileReader, type FileReader } from './file-reader.ts';
import { readingLimits } from './reading-limits.ts';
import { lettersOf } from './xlsx/references.ts';

// A busy machine is slow, not wrong.
const patient = { ...readingLimits, milliseconds: 60_000, softMilliseconds: 60_000 };
const reader = createFileReader(patient);
afterAll(() => reader.close());

const megabyte = 1024 * 1024;
const problemOf = async (bytes: Uint8Array, kind: ReadableKind, by: FileReader = reader) => {
  const result = await by.read(bytes, kind);
  return result.state === 'failed' ? result.problem : result;
};
const damaged = 'This file is damaged or incomplete.';

/** Reads with limits of its own. Afterwards the same reader still reads. */
async function problemWith(limits: Partial<typeof readingLimits>, bytes: Uint8Array, kind: ReadableKind) {
  const limited = createFileReader({ ...patient, ...limits });
  try {
    const result = await limited.read(bytes, kind);
    expect(await limited.read(Buffer.from('Hello'), 'text')).toMatchObject({ state: 'ready' });
    return result;
  } finally {
    await limited.close();
  }
}

test('a zip bomb is refused by what it says that it unpacks to', async () => {
  const bomb = await zipBomb(21 * megabyte, 'word/document.xml');
  expect(bomb.length).toBeLessThan(megabyte);
  expect(await problemWith({ unpackedMegabytes: 20 }, bomb, 'docx')).toMatchObject({
    problem: 'This file unpacks to more than 20 MB, which is too much to read.',
  });
  expect(await problemOf(bomb, 'docx')).toBe(
    'This file unpacks to more than 200 times its size, which documents do not. It was not read.',
  );
});

test('a zip bomb that lies about its size is damaged', async () => {
  const size = 20 * megabyte;
  const lying = withWrongSize(await zipBomb(size, 'ppt/presentation.xml'), size, 1000);
  expect(await problemOf(lying, 'pptx')).toBe(damaged);
  expect(await problemOf(lying, 'docx')).toBe(damaged);
  expect(await problemOf(lying, 'xlsx')).toBe(damaged);
});

test('an archive of very many files is refused before they are looked at', async () => {
  const many = await zipOf(Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`word/${at}.xml`, ''])));
  expect(await problemWith({ zipEntries: 100 }, many, 'docx')).toMatchObject({
    problem: 'This file is an archive of more than 100 files, which is too much to read.',
  });
});

test('an archive within a document is never opened', async () => {
  let nested: Uint8Array = await zipBomb(20 * megabyte, 'zeros');
  for (let depth = 0; depth < 5; depth++) nested = await zipOf({ 'a.zip': nested, 'b.zip': nested });
  const file = await docxOf(paragraph('Hello'), { parts: { 'word/embeddings/a.zip': nested } });
  expect(await reader.read(file, 'docx')).toMatchObject({ state: 'ready', pages: [{ text: 'Hello' }] });
});

test('two files of the same name, and an encrypted archive, are refused', async () => {
  const twice = Buffer.from(
    (await zipOf({ 'word/document.xml': 'a', 'word/documenT.xml': 'b' }))
      .toString('latin1')
      .replaceAll('documenT', 'document'),
    'latin1',
  );
  expect(await problemOf(twice, 'docx')).toBe(damaged);
  expect(await problemOf(markedEncrypted(await docxOf(paragraph('Hello'))), 'docx')).toBe(
    'This file is protected by a password.',
  );
});

const laughs = `<!DOCTYPE lolz [<!ENTITY a "${'ha'.repeat(50)}">${Array.from(
  { length: 9 },
  (_, at) => `<!ENTITY ${'bcdefghij'[at]} "${`&${'abcdefghi'[at]};`.repeat(10)}">`,
).join('')}]>`;
const entities = 'This file declares entities of its own, which office documents do not. It was not read.';

test('billion laughs and external entities are refused in every part, also in UTF-16', async () => {
  const body = (declaration: string) =>
    `<?xml version="1.0"?>${declaration}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&j;</w:t></w:r></w:p></w:body></w:document>`;
  const external = '<!DOCTYPE a [<!ENTITY j SYSTEM "file:///etc/passwd">]>';
  for (const content of [
    body(laughs),
    body(external),
    body(`<!--${' '.repeat(200_000)}-->${laughs}`),
    Buffer.from(`\ufeff${body(laughs)}`, 'utf16le'),
    Buffer.from(`\ufeff${body(laughs)}`, 'utf16le').swap16(),
  ])
    expect(await problemOf(await docxOf('', { parts: { 'word/document.xml': content } }), 'docx')).toBe(entities);
  const styles = { parts: { 'xl/styles.xml': `${laughs}<a>&j;</a>`, 'docProps/core.xml': `${external}<a>&j;</a>` } };
  expect(await problemOf(await xlsxOf({ One: row(1, 'x') }, styles), 'xlsx')).toBe(entities);
  const slide = { parts: { 'ppt/slides/slide1.xml': `${laughs}<a>&j;</a>` } };
  expect(await problemOf(await pptxOf(['<a:p/>'], slide), 'pptx')).toBe(entities);
});

test('a document that names files of the machine or of the network is read without them', async () => {
  const picture = (relationship: Parameters<typeof relationships>[0][number]) =>
    docxOf(
      `${paragraph('Hello')}<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:link="rId9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
      { parts: { 'word/_rels/document.xml.rels': relationships([relationship]) } },
    );
  for (const target of ['file:///etc/passwd', '../../../etc/passwd', 'http://169.254.169.254/latest'])
    expect(
      await reader.read(await picture({ id: 'rId9', type: 'image', external: true, target }), 'docx'),
    ).toMatchObject({ state: 'ready', pages: [{ text: 'Hello' }], without: ['1 linked picture'] });
  const inside = await picture({ id: 'rId9', type: 'image', target: '../../../etc/passwd' });
  expect(await reader.read(inside, 'docx')).toMatchObject({ state: 'ready', pages: [{ text: 'Hello' }] });
});

test('a PDF of too many pages is refused by their number', async () => {
  expect(await problemOf(pdfOfManyPages(20_000), 'pdf')).toBe('This PDF has 20,000 pages. At most 10,000 can be read.');
});

test('a PDF of which not all pages are read in time gives the first ones, and says so', async () => {
  expect(await problemWith({ softMilliseconds: 0 }, pdfOfManyPages(3000), 'pdf')).toMatchObject({
    state: 'ready',
    pages: [{ number: 1, text: 'The same text' }],
    pageCount: 3000,
    leftOut: 'Only the first 1 of 3,000 pages were read.',
  });
});

test('a stream that unpacks without end is ended by its memory', async () => {
  const bomb = pdfBomb(100_000_000);
  expect(bomb.length).toBeLessThan(megabyte);
  expect(await problemWith({ outsideMegabytes: 32 }, bomb, 'pdf')).toMatchObject({
    state: 'failed',
    problem: 'Reading this file needs too much memory.',
    wasEnded: true,
  });
});

test('reading that takes too long is ended, and the next file is read', async () => {
  const result = await problemWith(
    { milliseconds: 4000, characters: 1e9, heapMegabytes: 1500, outsideMegabytes: 2000 },
    pdfBomb(200_000_000),
    'pdf',
  );
  expect(result).toMatchObject({ state: 'failed', problem: 'Reading took longer than 4 seconds.', wasEnded: true });
});

test('a document that becomes very many objects is ended by its memory', async () => {
  const body = `<w:p>${'<w:r/>'.repeat(1_500_000)}</w:p>`;
  expect(await problemWith({ heapMegabytes: 64 }, await docxOf(body), 'docx')).toMatchObject({
    state: 'failed',
    problem: 'Reading this file needs too much memory.',
    wasEnded: true,
  });
});

test('a long document is read in little memory', async () => {
  const body = Array.from({ length: 60_000 }, (_, at) => paragraph(`${at} ${Math.sin(at)}`)).join('');
  expect(await problemWith({ heapMegabytes: 64 }, await docxOf(body), 'docx')).toMatchObject({
    state: 'ready',
    leftOut: null,
  });
});

test('cells that are far apart take no memory for those between them, and cells that are nowhere are refused', async () => {
  const far = `${row(1, 'x')}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`;
  expect(await reader.read(await xlsxOf({ One: far }), 'xlsx')).toMatchObject({ pages: [{ text: 'x |  |\n |  | 1' }] });
  const diagonal = Array.from(
    { length: 3000 },
    (_, at) => `<row r="${at + 1}"><c r="${lettersOf(at * 5 + 1)}${at + 1}"><v>7</v></c></row>`,
  );
  const scattered = await reader.read(await xlsxOf({ One: diagonal.join('') }), 'xlsx');
  expect(scattered).toMatchObject({
    leftOut: null,
    pages: [{ text: expect.stringMatching(/^A1: 7\nF2: 7\nK3: 7\n/) }],
  });
  const merged = '<mergeCell ref="A1:XFD1048576"/>'.repeat(20_000);
  const covered = `<sheetData>${row(1, 'x')}${row(2, 'y')}</sheetData><mergeCells>${merged}</mergeCells>`;
  expect(await reader.read(await xlsxOf({ One: covered }), 'xlsx')).toMatchObject({ pages: [{ text: 'x\ny' }] });
  for (const cell of [
    '<row r="99999999999"><c r="A1"><v>1</v></c></row>',
    '<row r="1e9"/>',
    '<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>',
    '<row r="1"><c r="XFE1"><v>1</v></c></row>',
    '<row r="x"><c r="A1"><v>1</v></c></row>',
  ])
    expect(await problemOf(await xlsxOf({ One: cell }), 'xlsx')).toBe(damaged);
});

test('long strings and formulas that very many cells share end', async () => {
  const long = 'word '.repeat(200_000);
  const shared = `<row><c t="s"><v>0</v></c></row>`.repeat(20_000);
  const strings = { parts: { 'xl/sharedStrings.xml': `<sst><si><t>${long}</t></si></sst>` } };
  const formulas = `<row><c><f t="shared" si="0">${long.replaceAll('word', 'A1+B2')}</f></c></row>${'<row><c><f t="shared" si="0"/></c></row>'.repeat(20_000)}`;
  for (const file of [await xlsxOf({ One: shared }, strings), await xlsxOf({ One: formulas })])
    expect(await reader.read(file, 'xlsx')).toMatchObject({ state: 'ready' });
});

test('a slide of very many shapes, and one of groups in groups, end', async () => {
  const box = (at: number) =>
    `<p:sp><p:spPr><a:xfrm><a:off x="${at % 97}" y="${at % 89}"/><a:ext cx="50" cy="50"/></a:xfrm></p:spPr><p:txBody><a:p><a:r><a:t>${at}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const many = await pptxOf([Array.from({ length: 20_000 }, (_, at) => box(at)).join('')]);
  expect(await reader.read(many, 'pptx')).toMatchObject({ state: 'ready', leftOut: null });
  const deep = await pptxOf([`${'<p:grpSp>'.repeat(50_000)}${box(1)}${'</p:grpSp>'.repeat(50_000)}`]);
  expect(typeof (await problemOf(deep, 'pptx'))).toBe('string');
});

test('an encrypted PDF, and a PDF without text, say so', async () => {
  expect(await problemOf(encryptedPdf(), 'pdf')).toBe(
    'This PDF is encrypted. Save it without a password and add it again.',
  );
  expect(await problemOf(pdfOf(['', '']), 'pdf')).toBe('This PDF has no text on its pages.');
});

test('documents without text say so', async () => {
  expect(await problemOf(await docxOf('<w:p/>'), 'docx')).toBe('This document has no text.');
  expect(await problemOf(await xlsxOf({ One: '' }), 'xlsx')).toBe('This workbook has no text in its cells.');
  expect(await problemOf(await pptxOf(['<a:p/>']), 'pptx')).toBe('This presentation has no text on its slides.');
  expect(await problemOf(Buffer.from(' \n'), 'text')).toBe('This file has no text.');
  expect(await problemOf(Buffer.from([0xff, 0]), 'text')).toBe('This file is not text.');
});

test('a PDF whose pages contain themselves ends', async () => {
  const circle = pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 3 /Kids [2 0 R 2 0 R] >>']);
  expect(await problemOf(circle, 'pdf')).toBe('This PDF is damaged or incomplete.');
});

test('deeply nested XML ends', async () => {
  const deep = `${'<w:tbl><w:tr><w:tc>'.repeat(8000)}${'</w:tc></w:tr></w:tbl>'.repeat(8000)}`;
  expect(typeof (await problemOf(await docxOf(deep), 'docx'))).toBe('string');
});

const goodFiles = async (): Promise<[ReadableKind, Buffer][]> => [
  ['pdf', pdfOf(['One', 'Two', 'Three'])],
  ['docx', await docxOf(paragraph('Hello'))],
  ['xlsx', await xlsxOf({ One: row(1, 'Hello') })],
  ['pptx', await pptxOf(['<a:p><a:r><a:t>Hello</a:t></a:r></a:p>'])],
];

test('a file that is cut anywhere fails with a sentence', async () => {
  for (const [kind, file] of await goodFiles())
    for (const share of [0.05, 0.3, 0.6, 0.9, 0.99])
      expect(await problemOf(file.subarray(0, file.length * share), kind)).toMatch(
        /^This (file|PDF) is damaged or incomplete\.$/,
      );
});

test('a file with wrong bytes is read or fails with a sentence', async () => {
  for (const [kind, file] of await goodFiles())
    for (let at = 0; at < 60; at++) {
      const broken = Buffer.from(file);
      for (const place of [at * 7919, at * 104_729]) broken[place % broken.length] = (at * 37 + 11) & 0xff;
      const result = await reader.read(broken, kind);
      if (result.state === 'failed') expect(result.problem).toMatch(/^This .*\.$/);
    }
});
