import { expect, test } from 'vitest';
import {
  field,
  inParagraph,
  item,
  listLevel,
  readWord,
  run,
  tableRow,
  withLists,
  wordText,
} from '../../testing/word.ts';

// Documents on which readers of other products failed in 2025 and 2026.

const table = (...rows: string[]) => `<w:tbl>${rows.join('')}</w:tbl>`;
const uses = '<w:abstractNumId w:val="0"/>';
const drawing = (content: string) =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="3600000" cy="3600000"/><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
const picture = '<pic:pic><pic:blipFill><a:blip r:embed="p"/></pic:blipFill></pic:pic>';
const stored = {
  links: [{ id: 'p', type: 'image', target: 'media/a.png' }],
  parts: { 'word/media/a.png': 'x' },
} as const;

test('a list that begins on a deeper level and comes back to it', async () => {
  const levels = listLevel(0, 'decimal', '%1.') + listLevel(1, 'decimal', '%2.') + listLevel(2, 'lowerLetter', '%3.');
  const lists = withLists({ 0: levels }, { 1: uses });
  const body = inParagraph(run('List')) + item('A', '1', 1) + item('B', '1', 2) + item('C', '1', 1);
  expect(await wordText(body, lists)).toBe('List\n\n  1. A\n    a. B\n  2. C');
});

test('outline numbers whose first level starts later and is never used', async () => {
  const levels = listLevel(0, 'decimal', '%1').replace('w:val="1"', 'w:val="3"') + listLevel(1, 'decimal', '%1.%2');
  const lists = withLists({ 0: levels }, { 1: uses });
  expect(await wordText(item('A', '1', 1) + item('B', '1', 1), lists)).toBe('3.1 A\n3.2 B');
});

test('a level below one with bullets', async () => {
  const levels =
    listLevel(0, 'decimal', '%1.') +
    listLevel(1, 'decimal', '%1.%2.') +
    listLevel(2, 'bullet', '—') +
    listLevel(3, 'decimal', '%1.%2.%3%4.');
  const body = [0, 1, 3, 3, 1, 3].map((level) => item('x', '1', level)).join('');
  expect(await wordText(body, withLists({ 0: levels }, { 1: uses }))).toBe(
    '1. x\n1.1. x\n1.1.1. x\n1.1.2. x\n1.2. x\n1.2.1. x',
  );
});

test('numbers with words, and numbered titles with a table between them', async () => {
  const lists = withLists({ 0: listLevel(0, 'decimal', 'Proposal %1:') }, { 1: uses });
  expect(await wordText(item('A', '1') + table(tableRow('a', 'b')) + item('B', '1'), lists)).toBe(
    'Proposal 1: A\n\n| a | b |\n\nProposal 2: B',
  );
});

test('a line that is twice in a text box', async () => {
  const lines = ['abcd', 'abc', 'abcd'].map((line) => inParagraph(run(line))).join('');
  const box = `<wps:wsp><wps:txbx><w:txbxContent>${lines}</w:txbxContent></wps:txbx></wps:wsp>`;
  expect(await wordText(inParagraph(drawing(box)))).toBe('abcd\n\nabc\n\nabcd');
});

test('text after a picture in its paragraph, and a picture in a text box', async () => {
  expect(await wordText(inParagraph(drawing(picture) + run('Caption')), stored)).toBe('Caption');
  const box = `<wps:wsp><wps:txbx><w:txbxContent>${inParagraph(drawing(picture) + run('Inside'))}</w:txbxContent></wps:txbx></wps:wsp>`;
  expect(await readWord(inParagraph(drawing(box)), stored)).toMatchObject({
    pages: [{ text: 'Inside' }],
    without: ['1 picture'],
  });
});

test('a table without a grid, and one whose first row has a single cell', async () => {
  expect(
    await wordText(table(tableRow('Model'), tableRow('Question', 'Answer', 'Note'), tableRow('q', 'a', 'n'))),
  ).toBe('| Model |\n| Question | Answer | Note |\n| q | a | n |');
});

test('relationships that lead nowhere', async () => {
  const links = [
    { id: 'a', type: 'image', target: 'NULL' },
    { id: 'b', type: 'hyperlink', target: '#_top' },
    { id: 'c', type: 'customXml', target: '../customXml/item5.xml' },
    { id: 'd', type: 'header', target: 'NULL' },
  ] as const;
  const body = `${inParagraph(`<w:hyperlink r:id="b">${run('Up')}</w:hyperlink>${drawing(picture)}`)}<w:sectPr><w:headerReference r:id="d"/></w:sectPr>`;
  expect(await wordText(body, { links })).toBe('Up');
});

test('several equations beside each other, and the power of a fraction', async () => {
  const equation = (text: string) => `<m:oMath><m:r><m:t>${text}</m:t></m:r></m:oMath>`;
  expect(await wordText(inParagraph(equation('a=b') + equation('c=d')))).toBe('$a=b$ $c=d$');
  expect(await wordText(inParagraph(`<m:oMathPara>${equation('a=b')}${equation('c=d')}</m:oMathPara>`))).toBe(
    '$$a=b$$\n$$c=d$$',
  );
  const fraction = '<m:f><m:num><m:r><m:t>x</m:t></m:r></m:num><m:den><m:r><m:t>v</m:t></m:r></m:den></m:f>';
  expect(
    await wordText(
      inParagraph(`<m:oMath><m:sSup><m:e>${fraction}</m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>`),
    ),
  ).toMatch(/^\$\{\\frac\{x\}\{v\}\}\^\{2\}\$$/);
});

test('a field that is deleted over paragraphs, and notes that are deleted', async () => {
  const [start = '', end = ''] = field('HYPERLINK "https://example.org"', `${run('gone')}</w:p><w:p>${run('too')}`)
    .replaceAll('instrText', 'delInstrText')
    .replaceAll('<w:t ', '<w:delText ')
    .replaceAll('</w:t>', '</w:delText>')
    .split('</w:p><w:p>');
  expect(
    await wordText(inParagraph(`${run('Kept ')}<w:del>${start}</w:del>`) + inParagraph(`<w:del>${end}</w:del>`)),
  ).toBe('Kept [deleted: gone]\n\n[deleted: too]');
  const notes = {
    links: [{ id: 'n', type: 'footnotes', target: 'footnotes.xml' }],
    parts: {
      'word/footnotes.xml': `<w:footnotes><w:footnote w:id="1">${inParagraph(run('Note'))}</w:footnote></w:footnotes>`,
    },
  } as const;
  expect(
    await wordText(inParagraph(`${run('a')}<w:del><w:r><w:footnoteReference w:id="1"/></w:r></w:del>`), notes),
  ).toBe('a[deleted: [1]]\n\n[1] Note');
});

test('paragraphs that were inserted with tracked changes', async () => {
  const inserted = inParagraph(`<w:ins>${run('New clause')}</w:ins>`, '<w:rPr><w:ins/></w:rPr>');
  expect(await wordText(`${inserted}<w:ins>${inParagraph(run('Another'))}</w:ins>`)).toBe('New clause\n\nAnother');
});
