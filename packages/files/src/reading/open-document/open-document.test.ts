import { afterAll, expect, test } from 'vitest';
import { openDocumentOf, openDocumentPart } from '../../testing/open-document.ts';
import { createFileReader } from '../file-reader.ts';
import { readingLimits } from '../reading-limits.ts';

const reader = createFileReader({ ...readingLimits, milliseconds: 60_000 });
afterAll(() => reader.close());
const textOf = async (body: string, extra = {}) => {
  const read = await reader.read(await openDocumentOf('text', body, extra), 'odt');
  return read.state === 'ready' ? read.pages[0]?.text : read.problem;
};

test('a text keeps headings, lists, tables and spaces', async () => {
  const cell = (text: string, more = '') => `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
  const body = [
    '<text:h text:outline-level="2">Plan</text:h><text:p>One<text:s text:c="2"/>two<text:tab/>three<text:line-break/>four</text:p>',
    '<text:list text:style-name="L1"><text:list-item><text:p>First</text:p><text:list><text:list-item><text:p>Inner</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>Second</text:p></text:list-item></text:list>',
    `<table:table><table:table-row>${cell('Name', 'table:number-columns-spanned="2"')}<table:covered-table-cell/>${cell('a|b')}</table:table-row><table:table-row>${cell('x', 'table:number-columns-repeated="1"')}<table:table-cell table:number-columns-repeated="2"/></table:table-row></table:table>`,
  ].join('');
  const styles =
    '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>';
  expect(await textOf(body, { styles })).toBe(
    '## Plan\n\nOne  two\tthree\nfour\n\n1. First\n  - Inner\n2. Second\n\n| Name |  | a\\|b |\n| x |  |  |',
  );
});

test('notes, comments, deletions, headers and formulas are read; large pictures and charts are named', async () => {
  const frame = (inner: string, size = '20cm') =>
    `<draw:frame svg:width="${size}" svg:height="${size}">${inner}</draw:frame>`;
  const body = `<text:tracked-changes><text:changed-region text:id="c1"><text:deletion><text:p>never</text:p></text:deletion></text:changed-region></text:tracked-changes>
<text:p>We <text:change text:change-id="c1"/>always pay<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>In May</text:p></text:note-body></text:note><office:annotation><dc:creator>Ute</dc:creator><dc:date>2026</dc:date><text:p>Sure?</text:p></office:annotation>.</text:p>
<text:p>${frame('<draw:object xlink:href="./Object 1"/>')}${frame('<draw:object xlink:href="./Object 2"/><draw:image/>')}${frame('<draw:image/>')}${frame('<draw:image/>', '1cm')}${frame('<draw:text-box><text:p>Boxed</text:p></draw:text-box>')}</text:p>`;
  const parts = {
    'styles.xml': openDocumentPart(
      'document-styles',
      '<style:header><text:p>Draft</text:p></style:header><style:header-left><text:p>Draft</text:p></style:header-left><style:footer><text:p><text:page-number>3</text:page-number></text:p></style:footer>',
    ),
    'Object 1/content.xml': '<math><semantics><annotation>E = m c^2</annotation></semantics></math>',
    'Object 2/content.xml': openDocumentPart('body', '<chart:chart xmlns:chart="c"/>'),
    'meta.xml': openDocumentPart('document-meta', '<dc:title>Terms</dc:title>'),
  };
  expect(await reader.read(await openDocumentOf('text', body, { parts }), 'odt')).toMatchObject({
    title: 'Terms',
    pages: [
      {
        text: 'Draft\n\nWe ~~never~~always pay[^1].\n\nE = m c^2 Boxed\n\n[^1]: In May\nComment (Ute): Sure?',
      },
    ],
    without: ['1 picture', '1 chart'],
  });
});

test('a spreadsheet is read by sheets; what is repeated is bounded', async () => {
  const cell = (text: string, more = '') => `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
  const body = `<table:table table:name="Sales"><table:table-row>${cell('Name')}${cell('Sum')}</table:table-row>
<table:table-row table:number-rows-repeated="2">${cell('Ann', 'table:number-columns-repeated="2"')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>
<table:table-row><table:table-cell/><table:table-cell table:formula="of:=SUM([.A1])" office:value="4"><office:annotation><dc:creator>Bo</dc:creator><text:p>Check it</text:p></office:annotation></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>
<table:table table:name="Old" table:style-name="ta2"><table:table-row>${cell('x')}</table:table-row></table:table>`;
  const styles = '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>';
  expect(await reader.read(await openDocumentOf('spreadsheet', body, { styles }), 'ods')).toMatchObject({
    unit: 'sheet',
    pageCount: 2,
    pages: [
      {
        name: 'Sales',
        text: 'Name | Sum\nAnn | Ann\nAnn | Ann\n | 4\nComment on B4: Check it',
        rows: [
          ['Name', 'Sum'],
          ['Ann', 'Ann'],
          ['Ann', 'Ann'],
          ['', '4'],
        ],
      },
      { name: 'Old (hidden)', text: 'x' },
    ],
    leftOut: null,
  });
  const endless = `<table:table><table:table-row table:number-rows-repeated="99999999">${cell('x', 'table:number-columns-repeated="99999999"')}</table:table-row></table:table>`;
  expect(await reader.read(await openDocumentOf('spreadsheet', endless), 'ods')).toMatchObject({
    problem: 'The sheets of this workbook have too many cells. Save the part that matters and add it.',
  });
  const long = `<table:table><table:table-row table:number-rows-repeated="4000000">${cell('long text')}</table:table-row></table:table>`;
  expect(await reader.read(await openDocumentOf('spreadsheet', long), 'ods')).toMatchObject({
    leftOut: 'Only the first 2,000,000 characters were read.',
  });
});

test('a presentation is read by slides, with notes', async () => {
  const box = (text: string) => `<draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
  const body = `<draw:page>${box('Welcome')}<presentation:notes>${box('Say hello')}</presentation:notes></draw:page><draw:page draw:style-name="dp2">${box('Spare')}</draw:page>`;
  const styles =
    '<style:style style:name="dp2"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>';
  expect(await reader.read(await openDocumentOf('presentation', body, { styles }), 'odp')).toMatchObject({
    unit: 'slide',
    pageCount: 2,
    pages: [{ text: 'Welcome\n\nNotes: Say hello' }, { text: '(Hidden slide)\n\nSpare' }],
  });
});

test('a file with a password, without text or in part says so', async () => {
  const manifest = '<m><file-entry><encryption-data/></file-entry></m>';
  expect(await textOf('<text:p>x</text:p>', { parts: { 'META-INF/manifest.xml': manifest } })).toBe(
    'This file is protected by a password. Save it without one and add it again.',
  );
  expect(await textOf('')).toBe('This document has no text.');
  const whole = await openDocumentOf('text', '<text:p>x</text:p>');
  for (const kind of ['odt', 'ods', 'odp'] as const)
    expect(await reader.read(whole.subarray(0, whole.length * 0.7), kind)).toMatchObject({
      problem: 'This file is damaged or incomplete.',
    });
  const nested = '<text:list><text:list-item>'.repeat(3000) + '</text:list-item></text:list>'.repeat(3000);
  expect(await textOf(nested)).toBe('This document has no text.');
  const tables = '<table:table><table:table-row><table:table-cell>'.repeat(2000);
  const ends = '</table:table-cell></table:table-row></table:table>'.repeat(2000);
  expect(await textOf(`${tables}<text:p>deep</text:p>${ends}`)).toBe('deep');
});
