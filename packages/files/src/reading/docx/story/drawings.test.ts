import { expect, test } from 'vitest';
import { inParagraph, readWord, run, wordText } from '../../../testing/word.ts';

const links = [
  { id: 'stored', type: 'image', target: 'media/a.png' },
  { id: 'linked', type: 'image', target: 'https://example.org/a.png', external: true },
  { id: 'chart', type: 'chart', target: 'charts/chart1.xml' },
  { id: 'data', type: 'diagramData', target: 'diagrams/data1.xml' },
  { id: 'gone', type: 'chart', target: 'charts/missing.xml' },
] as const;
const centimetres = (size: number) => Math.round(size * 360_000);
const drawing = (content: string, { width = 5, height = 5, properties = '' } = {}) =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="${centimetres(width)}" cy="${centimetres(height)}"/>${properties}<a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
const picture = (id = 'r:embed="stored"') => `<pic:pic><pic:blipFill><a:blip ${id}/></pic:blipFill></pic:pic>`;
const read = async (content: string, parts = {}) => {
  const { pages, without } = await readWord(inParagraph(run('Text ') + content), {
    links,
    parts: { 'word/media/a.png': 'x', ...parts },
  });
  return { text: pages[0]?.text, without };
};

test('pictures are named with what they show, but not icons and what decorates', async () => {
  const described = '<wp:docPr id="1" name="Picture 1" descr="A bridge. AI-generated content may be incorrect."/>';
  expect(await read(drawing(picture(), { properties: described }))).toEqual({
    text: 'Text [Picture: A bridge.]',
    without: ['1 picture'],
  });
  expect(await read(drawing(picture(), { width: 1, height: 1 }))).toEqual({ text: 'Text', without: [] });
  const decorative = '<wp:docPr descr="Line"><a:extLst><a:ext><adec:decorative val="1"/></a:ext></a:extLst></wp:docPr>';
  expect(await read(drawing(picture(), { properties: decorative }))).toEqual({ text: 'Text', without: [] });
  expect(await read(drawing(picture(), { properties: '<wp:docPr descr="image1.png"/>' }))).toMatchObject({
    text: 'Text',
  });
});

test('a linked picture is not fetched and does not make the document unreadable', async () => {
  expect(await read(drawing(picture('r:link="linked"')))).toEqual({ text: 'Text', without: ['1 linked picture'] });
});

test('older pictures, and logos in headers', async () => {
  const old =
    '<w:r><w:pict><v:shape style="width:100pt;height:2in" alt="Our house"><v:imagedata r:id="stored"/></v:shape></w:pict></w:r>';
  expect(await read(old)).toEqual({ text: 'Text [Picture: Our house]', without: ['1 picture'] });
  expect(await read(old.replace('width:100pt', 'width:12pt').replace('2in', '12pt'))).toMatchObject({ without: [] });
  const logo = await readWord(`${inParagraph(run('Text'))}<w:sectPr><w:headerReference r:id="h"/></w:sectPr>`, {
    links: [{ id: 'h', type: 'header', target: 'h.xml' }],
    parts: {
      'word/h.xml': `<w:hdr>${inParagraph(run('Head') + drawing(picture()))}</w:hdr>`,
      'word/_rels/h.xml.rels':
        '<Relationships><Relationship Id="stored" Type="x/image" Target="media/a.png"/></Relationships>',
      'word/media/a.png': 'x',
    },
  });
  expect(logo).toMatchObject({ pages: [{ text: 'Head\n\nText' }], without: [] });
});

test('a picture outside of any paragraph is found', async () => {
  const old = '<w:pict><v:shape style="width:9in;height:9in"><v:imagedata r:id="stored"/></v:shape></w:pict>';
  expect(await readWord(inParagraph(run('Text')) + old, { links, parts: { 'word/media/a.png': 'x' } })).toMatchObject({
    without: ['1 picture'],
  });
});

test('text boxes are before or after the paragraph, once', async () => {
  const box = (text: string) =>
    `<wps:wsp><wps:txbx><w:txbxContent>${inParagraph(run(text))}</w:txbxContent></wps:txbx></wps:wsp>`;
  const both = (text: string) =>
    `<w:r><mc:AlternateContent><mc:Choice>${drawing(box(text)).slice(5, -6)}</mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>${inParagraph(run(text))}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
  expect(await wordText(inParagraph(both('Before') + run('Text') + both('After')))).toBe('Before\n\nText\n\nAfter');
  expect(
    await wordText(inParagraph('<w:r><w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict></w:r>')),
  ).toBe('DRAFT');
  expect(
    await wordText(
      inParagraph(
        drawing('<lc:lockedCanvas><a:txBody><a:p><a:r><a:t>Drawn</a:t></a:r></a:p></a:txBody></lc:lockedCanvas>'),
      ),
    ),
  ).toBe('Drawn');
});

test('a line for a signature says who is to sign', async () => {
  const line =
    '<w:r><w:pict><v:shape style="width:192pt;height:96pt" alt="Microsoft Office Signature Line..."><v:imagedata r:id="stored"/><o:signatureline issignatureline="t" o:suggestedsigner="Ada Lovelace" o:suggestedsigner2="Director"/></v:shape></w:pict></w:r>';
  expect(await read(line)).toEqual({ text: 'Text\n\n[Signature line: Ada Lovelace, Director]', without: [] });
});

test('embedded files, equations as pictures and controls are named', async () => {
  const object = (program: string) =>
    `<w:r><w:object><v:shape style="width:9in;height:9in"><v:imagedata r:id="stored"/></v:shape><o:OLEObject ProgID="${program}" r:id="x"/></w:object></w:r>`;
  expect(await read(object('Excel.Sheet.12') + object('Equation.3') + object('Equation.DSMT4'))).toEqual({
    text: 'Text',
    without: ['2 equations that are stored as pictures', '1 embedded file'],
  });
  expect(await read('<w:r><w:object><w:objectEmbed w:progId="Word.Document.12"/></w:object></w:r>')).toMatchObject({
    without: ['1 embedded file'],
  });
  expect(await read('<w:r><w:object><w:control r:id="x"/></w:object></w:r>')).toMatchObject({
    without: ['1 form control'],
  });
});

const cache = (name: string, ...values: (string | number)[]) =>
  `<c:${name}><c:strRef><c:strCache>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:strCache></c:strRef></c:${name}>`;
const numbers = (name: string, ...values: number[]) =>
  cache(name, ...values)
    .replaceAll('str', 'num')
    .replace('<c:numCache>', '<c:numCache><c:formatCode>General</c:formatCode>');
const chartPart = (series: string) =>
  `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>${series}</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
const chart = (id: string) => drawing(`<c:chart r:id="${id}"/>`);

test('a chart gives its title, categories and values; without them it is named', async () => {
  const series = (name: string, ...values: number[]) =>
    `<c:ser>${cache('tx', name)}${cache('cat', 'Q1', 'Q2')}${numbers('val', ...values)}</c:ser>`;
  const part = { 'word/charts/chart1.xml': chartPart(series('North', 0.1 + 0.2, 5) + series('South', 7, 8)) };
  expect(await read(chart('chart'), part)).toEqual({
    text: 'Text\n\n[Chart: Sales]\n\n|  | North | South |\n| Q1 | 0.3 | 7 |\n| Q2 | 5 | 8 |',
    without: [],
  });
  expect(await read(chart('gone') + chart('chart'), { 'word/charts/chart1.xml': '<c:broken' })).toEqual({
    text: 'Text',
    without: ['2 charts'],
  });
});

test('a scatter chart has values for each series, and days are dates', async () => {
  const dates =
    '<c:xVal><c:numRef><c:numCache><c:formatCode>d/m/yyyy</c:formatCode><c:pt idx="0"><c:v>46023</c:v></c:pt></c:numCache></c:numRef></c:xVal>';
  const part = {
    'word/charts/chart1.xml': chartPart(
      `<c:ser>${dates}${cache('yVal', 4)}</c:ser><c:ser>${cache('xVal', 1)}${cache('yVal', 5)}</c:ser>`,
    ),
  };
  expect((await read(chart('chart'), part)).text).toBe('Text\n\n[Chart: Sales]\n\n| 2026-01-01 | 4 |\n\n| 1 | 5 |');
});

test('a newer kind of chart is read, too', async () => {
  const data = (name: string, type: string, ...values: (string | number)[]) =>
    `<cx:${name} type="${type}"><cx:lvl>${values.map((value, at) => `<cx:pt idx="${at}">${value}</cx:pt>`).join('')}</cx:lvl></cx:${name}>`;
  const part = {
    'word/charts/chart1.xml': `<cx:chartSpace><cx:chartData><cx:data id="0">${data('strDim', 'cat', 'In', 'Out')}${data('numDim', 'val', 9, -4)}</cx:data></cx:chartData><cx:chart><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="waterfall"><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`,
  };
  expect((await read(chart('chart'), part)).text).toBe('Text\n\n[Chart]\n\n| In | 9 |\n| Out | -4 |');
});

test('a diagram gives its words in their order and on their levels', async () => {
  const point = (id: string, text: string) =>
    `<dgm:pt modelId="${id}">${text && `<dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t>`}</dgm:pt>`;
  const line = (from: string, to: string, place: number) =>
    `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="${place}"/>`;
  const part = {
    'word/diagrams/data1.xml': `<dgm:dataModel><dgm:ptLst>${point('0', '')}${point('2', 'Build')}${point('1', 'Plan')}${point('3', 'Ask')}</dgm:ptLst><dgm:cxnLst>${line('0', '2', 1)}${line('0', '1', 0)}${line('1', '3', 0)}${line('3', '1', 0)}</dgm:cxnLst></dgm:dataModel>`,
  };
  expect((await read(drawing('<dgm:relIds r:dm="data"/>'), part)).text).toBe('Text\n\n- Plan\n  - Ask\n- Build');
});
