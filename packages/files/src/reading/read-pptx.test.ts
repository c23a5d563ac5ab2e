import { expect, test } from 'vitest';
import { pptxOf, relationships } from '../testing/office.ts';
import { readPptx } from './read-pptx.ts';
import { readingLimits } from './reading-limits.ts';

type Parts = Readonly<Record<string, string | Uint8Array>>;

const read = async (slides: readonly string[], parts: Parts = {}) =>
  readPptx(await pptxOf(slides, { parts }), readingLimits);
const textOf = async (slide: string, parts: Parts = {}) => (await read([slide], parts)).pages[0]?.text;

const paragraphs = (...texts: string[]) => texts.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join('');
const xfrm = (x: number, y: number, cx: number, cy: number) =>
  `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>`;
const box = (text: string, x: number, y: number, cx = 100, cy = 100) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="Box"/></p:nvSpPr><p:spPr>${xfrm(x, y, cx, cy)}</p:spPr><p:txBody>${paragraphs(text)}</p:txBody></p:sp>`;
const placeholder = (type: string, body: string, position = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="Place"/><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:spPr>${position}</p:spPr><p:txBody>${body}</p:txBody></p:sp>`;
const frame = (content: string) =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="1" name="Frame"/></p:nvGraphicFramePr><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`;
const slideLinks = (...links: [id: string, type: string, target: string, external?: true][]) => ({
  'ppt/slides/_rels/slide1.xml.rels': relationships(
    links.map(([id, type, target, external]) => ({ id, type, target, ...(external && { external }) })),
  ),
});

test('shapes are read from top to bottom and from left to right, the title first, whatever order they are stored in', async () => {
  const slide = [
    box('Second point', 0, 500),
    box('Right', 500, 300),
    box('Second heading', 0, 400),
    box('Left', 0, 310),
    placeholder('title', paragraphs('Plan')),
    box('At the very top', 0, 0),
  ];
  expect(await textOf(slide.join(''))).toBe('# Plan\nAt the very top\nLeft\nRight\nSecond heading\nSecond point');
});

test('columns are read one after the other, and placeholders in the order of their layout', async () => {
  const columns = [box('Tall', 0, 0, 100, 400), box('Upper', 200, 0), box('Lower', 200, 300)];
  expect(await textOf(columns.reverse().join(''))).toBe('Tall\nUpper\nLower');
  const comparison = [
    placeholder('body', paragraphs('Pro'), xfrm(0, 0, 100, 50)),
    placeholder('obj', paragraphs('Cheap'), xfrm(0, 100, 100, 50)),
    placeholder('body', paragraphs('Con'), xfrm(200, 0, 100, 50)),
    placeholder('obj', paragraphs('Slow'), xfrm(200, 100, 100, 50)),
  ];
  expect(await textOf(comparison.join(''))).toBe('Pro\nCheap\nCon\nSlow');
});

test('headings side by side are read with what is below them, and labels with what is beside them', async () => {
  const cards = [0, 1].flatMap((row) => [
    ...['B', 'A'].map((name) => box(`${name}${row} text`, name === 'A' ? 0 : 500, row * 600 + 110, 400, 300)),
    ...['A', 'B'].map((name) => box(`${name}${row}`, name === 'A' ? 0 : 500, row * 600, 400, 90)),
  ]);
  expect(await textOf(cards.join(''))).toBe('A0\nA0 text\nB0\nB0 text\nA1\nA1 text\nB1\nB1 text');
  const labels = [0, 1].flatMap((row) => [box(`Value ${row}`, 500, row * 200), box(`Label ${row}`, 0, row * 200)]);
  expect(await textOf(labels.join(''))).toBe('Label 0\nValue 0\nLabel 1\nValue 1');
});

test('placeholders without a position have that of their layout or its master', async () => {
  const layout = (body: string) => `<p:sldLayout><p:cSld><p:spTree>${body}</p:spTree></p:cSld></p:sldLayout>`;
  const parts = {
    ...slideLinks(['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml']),
    'ppt/slideLayouts/slideLayout1.xml': layout(placeholder('body', paragraphs('Click to edit'), xfrm(0, 500, 10, 10))),
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationships([
      { id: 'rId1', type: 'slideMaster', target: '../slideMasters/slideMaster1.xml' },
    ]),
    'ppt/slideMasters/slideMaster1.xml': layout(placeholder('chart', paragraphs('Master'), xfrm(0, 900, 10, 10))),
  };
  const slide = [
    placeholder('chart', paragraphs('Last')),
    placeholder('body', paragraphs('Middle')),
    box('First', 0, 0),
  ];
  expect(await textOf(slide.join(''), parts)).toBe('First\nMiddle\nLast');
});

test('groups are kept together, also in groups, and shapes of other programs are read', async () => {
  const group = (content: string, x: number) =>
    `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="1" name="Group"/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="${x}" y="0"/><a:ext cx="100" cy="300"/><a:chOff x="0" y="0"/><a:chExt cx="100" cy="300"/></a:xfrm></p:grpSpPr>${content}</p:grpSp>`;
  const slide = [
    group(`${box('C', 0, 0)}${group(box('D', 0, 0), 0)}`, 400),
    group(`${box('B', 0, 200)}${box('A', 0, 0)}`, 0),
    `<p:newShape><p:nvSpPr><p:cNvPr id="1" name="New"/></p:nvSpPr><p:spPr>${xfrm(0, 900, 9, 9)}</p:spPr><p:txBody>${paragraphs('E')}</p:txBody></p:newShape>`,
  ];
  expect(await textOf(slide.join(''))).toBe('A\nB\nC\nD\nE');
});

test('lists keep their marks, levels and numbers; line breaks, links and struck out texts are marked', async () => {
  const item = (mark: string, text: string, level = 0) =>
    `<a:p><a:pPr lvl="${level}">${mark}</a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`;
  const letter = '<a:buAutoNum type="alphaLcParenR"/>';
  const number = '<a:buAutoNum type="arabicPeriod" startAt="3"/>';
  const body = [
    item('<a:buChar char="•"/>', 'Fruit'),
    item(letter, 'Apples', 1),
    item(letter, 'Pears', 1),
    item(number, 'Third'),
    item(number, 'Fourth'),
    '<a:p><a:r><a:t>One_x000B_Two</a:t></a:r><a:br/><a:r><a:rPr strike="sngStrike"/><a:t>Norway</a:t></a:r></a:p>',
    '<a:p><a:r><a:rPr><a:hlinkClick r:id="rId1"/></a:rPr><a:t>Guide</a:t></a:r></a:p>',
  ];
  expect(await textOf(body.join(''), slideLinks(['rId1', 'hyperlink', 'https://example.com/x', true]))).toBe(
    '- Fruit\n  a) Apples\n  b) Pears\n3. Third\n4. Fourth\nOne\nTwo\n~~Norway~~\n[Guide](https://example.com/x)',
  );
});

test('what is higher or lower than the line says so', async () => {
  const run = (text: string, baseline = 0) => `<a:r><a:rPr baseline="${baseline}"/><a:t>${text}</a:t></a:r>`;
  expect(
    await textOf(
      `<a:p>${run('10')}${run('6', 30000)}${run(' H')}${run('2', -25000)}${run('O 5')}${run('th', 30000)}</a:p>`,
    ),
  ).toBe('10⁶ H₂O 5th');
});

test('merged cells of tables are filled, and a cell that is a row of its own is not', async () => {
  const cell = (text: string, attributes = '') => `<a:tc ${attributes}><a:txBody>${paragraphs(text)}</a:txBody></a:tc>`;
  const rows = [
    [cell('Prices', 'gridSpan="3"'), cell('', 'hMerge="1"'), cell('', 'hMerge="1"')],
    [cell('North', 'rowSpan="2"'), cell('Hub'), cell('7 | 8')],
    [cell('', 'vMerge="1"'), cell('Rim', 'gridSpan="2"'), cell('', 'hMerge="1"')],
  ];
  const table = `<a:tbl>${rows.map((cells) => `<a:tr>${cells.join('')}</a:tr>`).join('')}</a:tbl>`;
  expect(await textOf(frame(table))).toBe('| Prices |  |  |\n| North | Hub | 7 \\| 8 |\n| North | Rim | Rim |');
});

test('content with alternatives is read once, and equations are LaTeX', async () => {
  const alternative = `<mc:AlternateContent><mc:Choice Requires="x">${box('Once', 0, 0)}</mc:Choice><mc:Fallback>${box('Once', 0, 0)}</mc:Fallback></mc:AlternateContent>`;
  const unknown = `<mc:AlternateContent><mc:Choice Requires="x"><p:contentPart/></mc:Choice><mc:Fallback>${box('Otherwise', 0, 200)}</mc:Fallback></mc:AlternateContent>`;
  const run = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const math = `<mc:AlternateContent><mc:Choice Requires="a14"><a14:m><m:oMathPara><m:oMath>${run('E=m')}<m:sSup><m:e>${run('c')}</m:e><m:sup>${run('2')}</m:sup></m:sSup></m:oMath></m:oMathPara></a14:m></mc:Choice><mc:Fallback><a:r><a:t>E=mc2</a:t></a:r></mc:Fallback></mc:AlternateContent>`;
  const equation = `<p:sp><p:spPr>${xfrm(0, 400, 9, 9)}</p:spPr><p:txBody><a:p>${math}</a:p></p:txBody></p:sp>`;
  expect(await textOf(alternative + unknown + equation)).toBe('Once\nOtherwise\n$E=m c^{2}$');
});

test('a SmartArt diagram is a list of its points, each below the one that it belongs to', async () => {
  const point = (id: string, text: string, type = 'node') =>
    `<dgm:pt modelId="${id}" type="${type}"><dgm:t>${paragraphs(text)}</dgm:t></dgm:pt>`;
  const data = `<dgm:dataModel><dgm:ptLst>${point('0', '', 'doc')}${point('2', 'Build')}${point('1', 'Plan')}${point('3', 'Draft')}${point('4', 'Plan', 'pres')}</dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="2" srcOrd="1"/><dgm:cxn srcId="0" destId="1" srcOrd="0"/><dgm:cxn srcId="1" destId="3" srcOrd="0"/><dgm:cxn srcId="3" destId="1" srcOrd="0"/><dgm:cxn type="presOf" srcId="1" destId="4" srcOrd="0"/></dgm:cxnLst></dgm:dataModel>`;
  const parts = { ...slideLinks(['rId1', 'diagramData', '../diagrams/data1.xml']), 'ppt/diagrams/data1.xml': data };
  expect(await textOf(frame('<dgm:relIds r:dm="rId1"/>'), parts)).toBe('- Plan\n  - Draft\n- Build');
});

test('a chart is a table with its title, axes, categories and series, also with errors and of every kind', async () => {
  const texts = (name: string, values: string[]) =>
    `<c:${name}><c:strRef><c:strCache>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:strCache></c:strRef></c:${name}>`;
  const numbers = (values: string[]) =>
    `<c:val><c:numRef><c:numCache><c:formatCode>0.0%</c:formatCode>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:numCache></c:numRef></c:val>`;
  const title = (text: string) => `<c:title><c:tx><c:rich>${paragraphs(text)}</c:rich></c:tx></c:title>`;
  const series = (name: string, values: string[]) =>
    `<c:ser>${texts('tx', [name])}${texts('cat', ['2025', '2026'])}${numbers(values)}</c:ser>`;
  const chart = `<c:chartSpace><c:chart>${title('Share')}<c:plotArea><c:pie3DChart>${series('North', ['0.5', '#N/A'])}${series('South', ['0.25', '0.125'])}</c:pie3DChart><c:valAx>${title('of sales')}</c:valAx></c:plotArea></c:chart></c:chartSpace>`;
  const parts = {
    ...slideLinks(['rId1', 'chart', '../charts/chart1.xml'], ['rId2', 'chart', '../charts/chart2.xml']),
    'ppt/charts/chart1.xml': chart,
    'ppt/charts/chart2.xml': '<c:chartSpace><c:chart/></c:chartSpace>',
  };
  expect(await read([frame('<c:chart r:id="rId1"/><c:chart r:id="rId2"/>')], parts)).toMatchObject({
    pages: [
      {
        text: 'Chart: Share (axes: of sales)\n|  | North | South |\n| 2025 | 50.0% | 25.0% |\n| 2026 | #N/A | 12.5% |',
      },
    ],
    without: ['1 chart'],
  });
});

test('notes and comments of both kinds follow the slide', async () => {
  const parts = {
    ...slideLinks(
      ['rId1', 'notesSlide', '../notesSlides/notesSlide1.xml'],
      ['rId2', 'comments', '../comments/comment1.xml'],
      ['rId3', 'comments', '../comments/modernComment_1.xml'],
    ),
    'ppt/notesSlides/notesSlide1.xml': `<p:notes><p:cSld><p:spTree>${placeholder('sldNum', paragraphs('1'))}${placeholder('body', paragraphs('Say hello.', 'Then wait.'))}</p:spTree></p:cSld></p:notes>`,
    'ppt/comments/comment1.xml': '<p:cmLst><p:cm authorId="0"><p:text>Too long?</p:text></p:cm></p:cmLst>',
    'ppt/comments/modernComment_1.xml': `<p188:cmLst><p188:cm authorId="{a}"><p188:replyLst><p188:reply authorId="{b}"><p188:txBody>${paragraphs('No.')}</p188:txBody></p188:reply></p188:replyLst><p188:txBody>${paragraphs('Sure?')}</p188:txBody></p188:cm></p188:cmLst>`,
    'ppt/commentAuthors.xml': '<p:cmAuthorLst><p:cmAuthor id="0" name="Rita"/></p:cmAuthorLst>',
    'ppt/authors.xml':
      '<p188:authorLst><p188:author id="{a}" name="Ann"/><p188:author id="{b}" name="Ben"/></p188:authorLst>',
    'ppt/_rels/presentation.xml.rels': relationships([
      { id: 'rId1', type: 'slide', target: 'slides/slide1.xml' },
      { id: 'rId2', type: 'commentAuthors', target: 'commentAuthors.xml' },
      { id: 'rId3', type: 'authors', target: 'authors.xml' },
    ]),
  };
  expect(await textOf(box('Hi', 0, 0), parts)).toBe(
    'Hi\nNotes: Say hello.\nThen wait.\n[Comment by Rita: Too long?]\n[Comment by Ann: Sure?]\n[Comment by Ben: No.]',
  );
});

test('footers are given once, and what PowerPoint fills in is not', async () => {
  const field = (type: string, text: string) => `<a:p><a:fld type="${type}"><a:t>${text}</a:t></a:fld></a:p>`;
  const edges = [
    placeholder('dt', field('datetime1', '1/2/2026')),
    placeholder('sldNum', field('slidenum', '7')),
    placeholder('ftr', paragraphs('Confidential')),
  ].join('');
  expect((await read([box('A', 0, 0) + edges, box('B', 0, 0) + edges])).pages).toMatchObject([
    { text: 'A\nConfidential' },
    { text: 'B' },
  ]);
});

test('hidden slides say so, and slides that are missing are named', async () => {
  const parts = {
    'ppt/slides/slide2.xml': `<p:sld show="0"><p:cSld><p:spTree>${box('Reserve', 0, 0)}</p:spTree></p:cSld></p:sld>`,
    'ppt/_rels/presentation.xml.rels': relationships([{ id: 'rId1', type: 'slide', target: 'slides/slide2.xml' }]),
  };
  expect(await read([box('', 0, 0), box('', 0, 0)], parts)).toMatchObject({
    pages: [{ text: '[Hidden slide]\nReserve' }, { text: '' }],
    leftOut: 'Slide 2 is damaged or missing in the file and was not read.',
  });
});

test('large pictures without a description, videos and embedded files and hidden shapes are named', async () => {
  const picture = (descr: string, share: number, media = '') =>
    `<p:pic><p:nvPicPr><p:cNvPr id="1" name="Picture 1" descr="${descr}"/><p:nvPr>${media}</p:nvPr></p:nvPicPr><p:spPr>${xfrm(0, 0, 9_144_000, 6_858_000 * share)}</p:spPr></p:pic>`;
  const hidden = box('Reserve', 0, 8_000_000).replace('name="Box"', 'name="Box" hidden="1"');
  const filled = `<p:sp><p:nvSpPr><p:cNvPr id="1" name="Free"/></p:nvSpPr><p:spPr>${xfrm(0, 0, 9_144_000, 6_858_000)}<a:blipFill/></p:spPr></p:sp>`;
  const pictures = [picture('', 0.5), picture('photo.jpg', 0.3), picture('', 0.2), picture('A duck', 0.1), filled];
  const embedded = frame(
    '<mc:AlternateContent><mc:Choice><p:oleObj r:id="rId9"/></mc:Choice><mc:Fallback><p:oleObj r:id="rId9"/></mc:Fallback></mc:AlternateContent>',
  );
  const slide = `${embedded}${box('Hi', 0, 7_000_000)}${pictures.join('')}${picture('', 0.5, '<a:videoFile r:link="rId1"/>')}${hidden}`;
  expect(await read([slide])).toMatchObject({
    pages: [{ text: '[Picture: A duck]\nHi\n[Hidden shape]\nReserve' }],
    without: ['3 pictures', '1 video', '1 embedded file'],
  });
  await expect(read([pictures[0] ?? ''])).rejects.toThrow(
    'The slides of this presentation are pictures, which have no text to read. Add them as pictures.',
  );
});
