import { expect, test } from 'vitest';
import { relationships, row, xlsxOf } from '../testing/office.ts';
import { zipOf } from '../testing/zip.ts';
import { readXlsx } from './read-xlsx.ts';
import { readingLimits } from './reading-limits.ts';

type Parts = Readonly<Record<string, string | Uint8Array>>;

const read = async (sheets: Readonly<Record<string, string>>, parts: Parts = {}) =>
  readXlsx(await xlsxOf(sheets, { parts }), readingLimits);
const textOf = async (sheet: string, parts: Parts = {}) => (await read({ One: sheet }, parts)).pages[0]?.text;

const sheetLinks = (...links: [id: string, type: string, target: string, external?: true][]) => ({
  'xl/worksheets/_rels/sheet1.xml.rels': relationships(
    links.map(([id, type, target, external]) => ({ id, type, target, ...(external && { external }) })),
  ),
});

test('a formula is given where the file has no value for it, and its value where there is one', async () => {
  expect(
    await textOf(
      '<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>SUM(A1:A9)</f><v></v></c><c r="C1"><f>_xlfn.CONCAT(A1)</f></c><c r="D1"><f>A1+1</f><v>3</v></c><c r="E1" t="str"><f>""</f><v></v></c></row>',
    ),
  ).toBe('2 | =SUM(A1:A9) | =CONCAT(A1) | 3');
});

test('a shared formula without a value is given as each cell has it', async () => {
  expect(
    await textOf(
      `<row r="1"><c r="A1"><f t="shared" ref="A1:A3" si="0">B1*$C$1+Rate1!D1&amp;"B1"</f></c></row><row r="2"><c r="A2"><f t="shared" si="0"/></c></row>`,
    ),
  ).toBe('=B1*$C$1+Rate1!D1&"B1"\n=B2*$C$1+Rate1!D2&"B1"');
});

test('errors and truth values are as Excel shows them, and dates that are text are readable', async () => {
  expect(
    await textOf(
      '<row r="1"><c r="A1" t="e"><v>#DIV/0!</v></c><c r="B1" t="b"><v>1</v></c><c r="C1" t="d"><v>2026-03-31T10:10:10</v></c><c r="D1" t="d"><v>10:10:10</v></c><c r="E1" t="d"><v>2026-03-31T00:00:00.000Z</v></c></row>',
    ),
  ).toBe('#DIV/0! | TRUE | 2026-03-31 10:10:10 | 10:10:10 | 2026-03-31');
});

test('strings have their runs, but no reading aids, and keep their numbers also after empty ones', async () => {
  const strings = {
    'xl/sharedStrings.xml':
      '<sst><si><r><t>Hello</t></r><r><t xml:space="preserve"> world</t></r></si><si><t/></si><si><t>東京都</t><rPh sb="0" eb="3"><t>とうきょうと</t></rPh></si><si><t>a_x000D_\nb_x005F_x000D_</t></si></sst>',
  };
  const cells = [0, 1, 2, 3].map((at) => `<c t="s"><v>${at}</v></c>`).join('');
  expect(await textOf(`<row>${cells}</row>`, strings)).toBe('Hello world |  | 東京都 | a b_x000D_');
  expect(
    await textOf(
      '<row><c t="inlineStr"><is><t>大阪</t><rPh sb="0" eb="2"><t>おおさか</t></rPh></is></c><c t="inlineStr"><is><t><![CDATA[R & D]]></t></is></c><c t="inlineStr"><t>bare</t></c></row>',
    ),
  ).toBe('大阪 | R & D | bare');
});

test('what is higher or lower than the line in a cell says so', async () => {
  const run = (text: string, align = '') => `<r><rPr>${align && `<vertAlign val="${align}"/>`}</rPr><t>${text}</t></r>`;
  const string = [
    run('10'),
    run('-6', 'superscript'),
    run(' m'),
    run('2', 'superscript'),
    run(' CO'),
    run('2', 'subscript'),
    run(' 5'),
    run('th', 'superscript'),
  ];
  expect(await textOf(`<row><c t="inlineStr"><is>${string.join('')}</is></c></row>`)).toBe('10⁻⁶ m² CO₂ 5th');
});

test('sheets without relationships are those of the file in their order', async () => {
  const workbook = '<workbook><sheets><sheet name="A"/><sheet name="B"/><sheet name="Module"/></sheets></workbook>';
  const { pages } = await read({ A: row(1, 'a'), B: row(1, 'b') }, { 'xl/workbook.xml': workbook });
  expect(pages.map(({ name, text }) => [name, text])).toEqual([
    ['A', 'a'],
    ['B', 'b'],
  ]);
});

test('merged cells are filled where their row has more, and a title across the sheet is there once', async () => {
  const rows =
    row(1, 'Sales by quarter') +
    '<row r="2"><c r="A2" t="inlineStr"><is><t>Q1</t></is></c><c r="C2" t="inlineStr"><is><t>Q2</t></is></c></row>' +
    row(3, 'Jan', 'Feb', 'Apr') +
    '<row r="4"><c r="A4" t="inlineStr"><is><t>Blue</t></is></c><c r="B4"><v>1</v></c><c r="C4"><v>2</v></c></row><row r="5"><c r="B5"><v>3</v></c></row>';
  const merged = ['A1:C1', 'A2:B2', 'A4:A5', 'B9:B99'].map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  expect(await textOf(`<sheetData>${rows}</sheetData><mergeCells>${merged}</mergeCells>`)).toBe(
    'Sales by quarter |  |\nQ1 | Q1 | Q2\nJan | Feb | Apr\nBlue | 1 | 2\nBlue | 3 |',
  );
});

test('empty columns between others are one, and those before them none; cells may be in any order', async () => {
  expect(
    await textOf(
      '<row r="9"><c r="H9"><v>4</v></c><c r="C9"><v>3</v></c></row><row r="2"><c r="C2"><v>1</v></c><c r="D2" s="1"/><c r="I2"><v>2</v></c></row>',
    ),
  ).toBe('1 |  |  | 2\n3 |  | 4 |');
});

test('what is hidden is given and said to be hidden', async () => {
  const workbook = `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Open" r:id="rId1"/><sheet name="Margins" state="veryHidden" r:id="rId2"/></sheets></workbook>`;
  const sheet = `<cols><col min="2" max="3" hidden="1"/></cols><sheetData>${row(1, 'a', 'b', 'c', 'd')}<row r="2" hidden="1"><c r="A2"><v>1</v></c></row><row r="3" hidden="1"><c r="A3"><v>2</v></c></row><row r="4" hidden="1"/></sheetData>`;
  const { pages } = await read({ Open: sheet, Margins: row(1, '37 %') }, { 'xl/workbook.xml': workbook });
  expect(pages).toMatchObject([
    { name: 'Open', text: 'a | b | c | d\n1 |  |  |\n2 |  |  |\n[Hidden rows: 2-3]\n[Hidden columns: B-C]' },
    { name: 'Margins (hidden sheet)', text: '37 %' },
  ]);
});

test('notes and threads of comments follow their sheet, each once, with names', async () => {
  const parts = {
    ...sheetLinks(
      ['rId1', 'comments', '../comments1.xml'],
      ['rId2', 'threadedComment', '../threadedComments/threadedComment1.xml'],
    ),
    'xl/comments1.xml':
      '<comments><authors><author>Rita</author><author>tc={1}</author></authors><commentList><comment ref="B3" authorId="0"><text><r><t>Rita:</t></r><r><t xml:space="preserve">\nonly an\nestimate</t></r></text></comment><comment ref="A1" authorId="1"><text><t>[Threaded comment] Your version of Excel allows you to read this: Why?</t></text></comment></commentList></comments>',
    'xl/threadedComments/threadedComment1.xml':
      '<ThreadedComments><threadedComment ref="A1" personId="{p}" id="{1}"><text>Why?</text></threadedComment><threadedComment ref="A1" personId="{q}" parentId="{1}"><text>Because.</text></threadedComment></ThreadedComments>',
    'xl/persons/person.xml':
      '<personList><person displayName="Ann" id="{p}"/><person displayName="Ben" id="{q}"/></personList>',
    'xl/_rels/workbook.xml.rels': relationships([
      { id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.xml' },
      { id: 'rId2', type: 'person', target: 'persons/person.xml' },
    ]),
  };
  expect(await textOf(row(1, 'x'), parts)).toBe(
    'x\n[Comment on A1 by Ann: Why?]\n[Comment on A1 by Ben: Because.]\n[Comment on B3 by Rita: only an estimate]',
  );
});

test('text boxes, charts, pictures with a description and margins follow their sheet; large pictures are named', async () => {
  const picture = (descr: string, size: number) =>
    `<xdr:pic><xdr:nvPicPr><xdr:cNvPr descr="${descr}"/></xdr:nvPicPr><xdr:spPr><a:xfrm><a:ext cx="${size}" cy="${size}"/></a:xfrm></xdr:spPr></xdr:pic>`;
  const drawing = `<xdr:wsDr><xdr:sp><xdr:txBody><a:p><a:r><a:t>Draft</a:t></a:r></a:p><a:p><a:r><a:t>only</a:t></a:r></a:p></xdr:txBody></xdr:sp><mc:AlternateContent><mc:Choice><xdr:sp><xdr:txBody><a:p><a:r><a:t>Once</a:t></a:r></a:p></xdr:txBody></xdr:sp></mc:Choice><mc:Fallback><xdr:sp><xdr:txBody><a:p><a:r><a:t>Once</a:t></a:r></a:p></xdr:txBody></xdr:sp></mc:Fallback></mc:AlternateContent><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame>${picture('', 9_000_000)}${picture('image7.png', 9_000_000)}${picture('', 9000)}${picture('The plant', 9000)}</xdr:wsDr>`;
  const chart =
    '<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Revenue</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:f>A1</c:f><c:strCache><c:pt idx="0"><c:v>North</c:v></c:pt></c:strCache></c:strRef></c:tx></c:ser></c:barChart><c:valAx><c:title><c:tx><c:rich><a:p><a:r><a:t>in EUR</a:t></a:r></a:p></c:rich></c:tx></c:title></c:valAx></c:plotArea></c:chart></c:chartSpace>';
  const parts = {
    ...sheetLinks(['rId1', 'drawing', '/xl/drawings/drawing1.xml']),
    'xl/drawings/drawing1.xml': drawing,
    'xl/drawings/_rels/drawing1.xml.rels': relationships([
      { id: 'rId1', type: 'chart', target: '../charts/chart1.xml' },
    ]),
    'xl/charts/chart1.xml': chart,
  };
  const sheet = `<sheetData>${row(1, 'x')}</sheetData><headerFooter><oddHeader>&amp;C&amp;"Arial,Bold"&amp;12Confidential</oddHeader><oddFooter>Page &amp;P of &amp;N</oddFooter></headerFooter>`;
  expect(await read({ One: sheet }, parts)).toMatchObject({
    pages: [
      {
        text: 'x\n[Text box: Draft only]\n[Text box: Once]\n[Chart: Revenue (axes: in EUR). Series: North]\n[Picture: The plant]\n[Header: Confidential]',
        rows: [['x']],
      },
    ],
    without: ['2 pictures'],
  });
});

test('a workbook of pictures alone says what to do', async () => {
  const parts = {
    ...sheetLinks(['rId1', 'drawing', '../drawings/drawing1.xml']),
    'xl/drawings/drawing1.xml':
      '<xdr:wsDr><xdr:pic><xdr:spPr><a:xfrm><a:ext cx="9000000" cy="9000000"/></a:xfrm></xdr:spPr></xdr:pic></xdr:wsDr>',
  };
  await expect(read({ One: '' }, parts)).rejects.toThrow(
    'The sheets of this workbook have pictures and no text to read. Add them as pictures.',
  );
});

test('cells say where they link to, unless their text does', async () => {
  const parts = sheetLinks(
    ['rId1', 'hyperlink', 'https://example.com/guide', true],
    ['rId2', 'hyperlink', 'mailto:ann@example.com', true],
  );
  const sheet = `<sheetData>${row(1, 'Guide', 'ann@example.com')}</sheetData><hyperlinks><hyperlink ref="A1" r:id="rId1"/><hyperlink ref="B1" r:id="rId2"/></hyperlinks>`;
  expect(await textOf(sheet, parts)).toBe('[Guide](https://example.com/guide) | ann@example.com');
});

test('the parts of a workbook may be anywhere, in other cases, with other prefixes, and with bytes after the end', async () => {
  const file = await zipOf({
    '_rels/.rels': relationships([{ id: 'a', type: 'officeDocument', target: 'book/Main.xml' }]),
    'book/main.xml':
      '<x:workbook xmlns:q="http://purl.oclc.org/ooxml/officeDocument/relationships"><x:sheets><x:sheet name="A" q:id="b"/><x:sheet name="Gone" q:id="c"/></x:sheets></x:workbook>',
    'book/_rels/main.xml.rels': relationships([
      { id: 'b', type: 'worksheet', target: '/my%20sheets/one.xml' },
      { id: 'd', type: 'externalLink', target: 'file:///etc/passwd', external: true },
    ]),
    'my sheets/one.xml':
      '<x:worksheet><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>no refs</x:t></x:is></x:c><x:c><x:v>18</x:v></x:c></x:row></x:sheetData></x:worksheet>',
  });
  expect(await readXlsx(Buffer.concat([file, Buffer.alloc(3000)]), readingLimits)).toMatchObject({
    pages: [
      { name: 'A', text: 'no refs | 18' },
      { name: 'Gone', text: '' },
    ],
    leftOut: '“Gone” is damaged or missing in the file and was not read.',
  });
});

test('parts may be in UTF-16, or in an encoding that they name', async () => {
  const sheet = `<worksheet><sheetData>${row(1, 'Grüße')}</sheetData></worksheet>`;
  const named = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${sheet}`, 'latin1');
  const marked = Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${sheet}`, 'utf16le');
  for (const part of [named, marked]) expect(await textOf('', { 'xl/worksheets/sheet1.xml': part })).toBe('Grüße');
});

test('a sheet that is formatted to its last row has the rows with content alone', async () => {
  const sheet = `${row(1, 'Name', 'Ext')}${row(2, 'Ines', 412)}<row r="1048576"><c r="H1048576" s="1"/></row>`;
  expect((await read({ One: sheet })).pages[0]).toMatchObject({
    text: 'Name | Ext\nInes | 412',
    rows: [
      ['Name', 'Ext'],
      ['Ines', '412'],
    ],
  });
});

test('a damaged sheet, chart or comment does not keep the rest from being read, and is named', async () => {
  const parts = {
    ...sheetLinks(['rId1', 'comments', '../comments1.xml'], ['rId2', 'drawing', '../drawings/drawing1.xml']),
    'xl/comments1.xml': '<comments><comment',
    'xl/drawings/drawing1.xml': '<xdr:wsDr></oops>',
    'xl/worksheets/sheet2.xml': '<worksheet><sheetData><row r="x"/></sheetData></worksheet>',
  };
  expect(await read({ One: row(1, 'x'), Two: '' }, parts)).toMatchObject({
    pages: [{ text: 'x' }, { text: '', rows: [] }],
    leftOut: '“Two” is damaged or missing in the file and was not read.',
    without: ['2 damaged parts'],
  });
});

test('a chart without titles is named by the cells that it shows', async () => {
  const parts = {
    ...sheetLinks(['rId1', 'drawing', '../drawings/drawing1.xml']),
    'xl/drawings/drawing1.xml':
      '<xdr:wsDr><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:wsDr>',
    'xl/drawings/_rels/drawing1.xml.rels': relationships([
      { id: 'rId1', type: 'chart', target: '../charts/chart1.xml' },
    ]),
    'xl/charts/chart1.xml':
      '<c:chartSpace><c:chart><c:plotArea><c:barChart><c:ser><c:val><c:numRef><c:f>One!$A$1:$A$5</c:f></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>',
  };
  expect(await read({ One: row(1, 'x') }, parts)).toMatchObject({
    pages: [{ text: 'x\n[Chart. Series: One!$A$1:$A$5]' }],
    without: [],
  });
});
