import { afterAll, expect, onTestFinished, test } from 'vitest';
import { docxOf, paragraph, pptxOf, row, xlsxOf } from '../testing/office.ts';
import { pdfOf } from '../testing/pdf.ts';
import { tinyHeic } from '../testing/tiny-heic.ts';
import { createFileReader } from './file-reader.ts';
import { readingLimits } from './reading-limits.ts';

// A busy machine is slow, not wrong.
const patient = { ...readingLimits, milliseconds: 60_000, softMilliseconds: 60_000 };
const reader = createFileReader(patient);
afterAll(() => reader.close());
const small = createFileReader({ ...patient, characters: 10 });
afterAll(() => small.close());

const slide = (...paragraphs: string[]) =>
  paragraphs.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join('');
const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
const page = (number: number, text: string) => ({ number, name: null, text, rows: null });

test('a PDF is read by pages, also empty ones, with its title', async () => {
  const file = pdfOf(['Hello (world)\nSecond line', '', 'Third page'], 'Annual report');
  expect(await reader.read(file, 'pdf')).toEqual({
    state: 'ready',
    unit: 'page',
    pages: [page(1, 'Hello (world)\nSecond line'), page(2, ''), page(3, 'Third page')],
    pageCount: 3,
    title: 'Annual report',
    characters: 35,
    leftOut: null,
    without: [],
    readAs: null,
    scans: [],
  });
});

test('a Word document keeps headings, lists and tables', async () => {
  const item = (text: string, level: number) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const file = await docxOf(
    [
      paragraph('Plan', 'Heading1'),
      paragraph('Grüße &amp; &lt;tags&gt; &#128512; 你好'),
      item('Apples', 0),
      item('Green', 1),
      item('Pears', 0),
      `<w:tbl><w:tr>${cell('Name')}${cell('Sum')}</w:tr><w:tr>${cell('Ann')}${cell('12')}</w:tr></w:tbl>`,
      '<w:p><w:r><w:t>One</w:t><w:br/><w:t>Two</w:t></w:r></w:p>',
    ].join(''),
    {
      title: 'The plan',
      parts: {
        'word/styles.xml':
          '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>',
        'word/numbering.xml':
          '<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>',
      },
    },
  );
  expect(await reader.read(file, 'docx')).toMatchObject({
    state: 'ready',
    unit: null,
    pageCount: null,
    title: 'The plan',
    pages: [
      page(
        1,
        '# Plan\n\nGrüße & <tags> 😀 你好\n\n- Apples\n  - Green\n- Pears\n\n| Name | Sum |\n| Ann | 12 |\n\nOne\nTwo',
      ),
    ],
  });
});

test('a workbook is read by sheets, with its cells as text', async () => {
  const file = await xlsxOf(
    {
      Sales:
        row(1, 'Name', 'Day', 'Sum') +
        row(2, 'Ann', new Date('2026-03-31'), 0.1 + 0.2) +
        row(4, true) +
        row(5, '2 | 3', 'a\\|b'),
      'R &amp; D': row(1, '&#128512;', new Date('2026-03-31T12:30:00Z')),
    },
    { title: 'Numbers' },
  );
  expect(await reader.read(file, 'xlsx')).toMatchObject({
    state: 'ready',
    unit: 'sheet',
    pageCount: 2,
    title: 'Numbers',
    pages: [
      {
        number: 1,
        name: 'Sales',
        // What separates no cells has a backslash before it.
        text: 'Name | Day | Sum\nAnn | 2026-03-31 | 0.3\nTRUE |  |\n2 \\| 3 | a\\\\|b |',
        rows: [
          ['Name', 'Day', 'Sum'],
          ['Ann', '2026-03-31', '0.3'],
          ['TRUE', '', ''],
          ['2 | 3', 'a\\|b', ''],
        ],
      },
      { number: 2, name: 'R & D', rows: [[expect.any(String), '2026-03-31 12:30']] },
    ],
  });
});

test('a presentation is read in the order of its slides, with tables', async () => {
  const table = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc><a:txBody>${slide('Q1')}</a:txBody></a:tc><a:tc><a:txBody>${slide('5 &#x1F600;')}</a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  const file = await pptxOf([
    slide('Welcome', 'to us'),
    table,
    '<a:p><a:r><a:t>Sec</a:t></a:r><a:r><a:t>ond</a:t></a:r></a:p>',
  ]);
  expect(await reader.read(file, 'pptx')).toMatchObject({
    state: 'ready',
    unit: 'slide',
    pageCount: 3,
    pages: [page(1, 'Welcome\nto us'), page(2, '| Q1 | 5 😀 |'), page(3, 'Second')],
  });
});

test('a text is read in its encoding, without marks that a database cannot store', async () => {
  expect(await reader.read(Buffer.from('\ufeffGrüße\r\n 😀\f', 'utf16le'), 'text')).toMatchObject({
    state: 'ready',
    unit: null,
    pages: [page(1, 'Grüße\n 😀')],
    characters: 8,
    leftOut: null,
  });
});

test('what is longer than the limit is cut between characters, and a sentence says so', async () => {
  expect(await small.read(Buffer.from('😀'.repeat(11)), 'text')).toMatchObject({
    state: 'ready',
    pages: [page(1, '😀'.repeat(10))],
    characters: 10,
    leftOut: 'Only the first 10 characters were read.',
  });
  expect(await small.read(pdfOf(['Exactly 10', 'More', 'and more']), 'pdf')).toMatchObject({
    pages: [page(1, 'Exactly 10')],
    pageCount: 3,
    leftOut: 'Only the first 1 of 3 pages were read.',
  });
  expect(await small.read(pdfOf(['Some', 'more than fits']), 'pdf')).toMatchObject({
    pages: [page(1, 'Some'), page(2, 'more t')],
    leftOut: 'Only the first 10 characters were read.',
  });
  const sheets = await xlsxOf({ One: row(1, 'abcdef', 'ghijkl'), Two: row(1, 'x') });
  expect(await small.read(sheets, 'xlsx')).toMatchObject({
    pages: [{ text: 'abcdef | g' }],
    pageCount: 2,
    leftOut: 'Only the first 10 characters were read.',
  });
});

test('more files than threads are all read', async () => {
  const texts = Array.from({ length: 8 }, (_, at) => `Text ${at}`);
  const results = await Promise.all(texts.map((text) => reader.read(Buffer.from(text), 'text')));
  expect(results).toMatchObject(texts.map((text) => ({ state: 'ready', pages: [{ text }] })));
});

test('a file that is no longer wanted, because the reader is closed, is not reported as bad', async () => {
  const closing = createFileReader();
  const reading = closing.read(Buffer.from('x'.repeat(5_000_000)), 'text');
  const outcome = expect(reading).rejects.toThrow();
  await closing.close();
  await outcome;
});

test('a text does not wait for pictures', async () => {
  const separate = createFileReader(patient);
  onTestFinished(() => separate.close());
  // Both threads have started.
  await Promise.all([separate.read(Buffer.from('a'), 'text'), separate.decodeHeic(tinyHeic)]);
  const done: string[] = [];
  const decoding = Array.from({ length: 100 }, () => separate.decodeHeic(tinyHeic).then(() => done.push('picture')));
  await separate.read(Buffer.from('The tide is high.'), 'text').then(() => done.push('text'));
  await Promise.all(decoding);
  expect(done).toHaveLength(101);
  expect(done.at(-1)).toBe('picture');
});
