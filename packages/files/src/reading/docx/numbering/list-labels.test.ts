import { expect, test } from 'vitest';
import { inParagraph, item, listLevel, readWord, run, withLists, wordText } from '../../../testing/word.ts';

const legal = listLevel(0, 'decimal', '%1.') + listLevel(1, 'decimal', '%1.%2') + listLevel(2, 'lowerLetter', '(%3)');
const uses = (definition: string, rest = '') => `<w:abstractNumId w:val="${definition}"/>${rest}`;
const text = inParagraph(run('Text between'));

test('a list counts on after other text and other lists', async () => {
  const lists = withLists({ 0: legal, 1: listLevel(0, 'bullet', '\uf0b7') }, { 1: uses('0'), 2: uses('1') });
  expect(await wordText(item('One', '1') + text + item('Dot', '2') + item('Two', '1'), lists)).toBe(
    '1. One\n\nText between\n\n- Dot\n2. Two',
  );
});

test('numbers of levels are put together, and deeper levels start again', async () => {
  const lists = withLists({ 0: legal }, { 1: uses('0') });
  const body = [
    item('A', '1'),
    item('B', '1', 1),
    item('C', '1', 2),
    item('D', '1', 2),
    item('E', '1'),
    item('F', '1', 1),
    item('G', '1', 2),
  ];
  expect(await wordText(body.join(''), lists)).toBe('1. A\n1.1 B\n    (a) C\n    (b) D\n2. E\n2.1 F\n    (a) G');
});

test('lists start where they say, and lists of the same definition count on', async () => {
  const start = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>';
  const lists = withLists({ 0: legal }, { 1: uses('0'), 2: uses('0'), 3: uses('0', start) });
  expect(
    await wordText(item('A', '1') + item('B', '2') + item('C', '3') + item('D', '3') + item('E', '1'), lists),
  ).toBe('1. A\n2. B\n7. C\n8. D\n9. E');
});

test('levels that were passed over count as one', async () => {
  const lists = withLists({ 0: legal }, { 1: uses('0') });
  expect(await wordText(item('A', '1', 1) + item('B', '1'), lists)).toBe('1.1 A\n2. B');
});

test('legal numbers are decimal, levels with bullets have none, and a level may continue to count', async () => {
  const levels =
    listLevel(0, 'upperRoman', 'Article %1.') +
    listLevel(1, 'bullet', '–') +
    listLevel(2, 'decimalZero', '%1.%2%3', '<w:isLgl/><w:lvlRestart w:val="0"/>');
  const lists = withLists({ 0: levels }, { 1: uses('0') });
  expect(await wordText(item('A', '1') + item('B', '1', 2) + item('C', '1') + item('D', '1', 2), lists)).toBe(
    'Article I. A\n1.01 B\nArticle II. C\n2.02 D',
  );
});

test('styles put paragraphs into lists, on the level that names the style; 0 takes them out', async () => {
  const levels = listLevel(0, 'decimal', '%1') + listLevel(1, 'decimal', '%1.%2', '<w:pStyle w:val="Heading2"/>');
  const { links = [], parts } = withLists({ 0: levels }, { 1: uses('0') });
  const style = (id: string, name: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`;
  const styled = (id: string, rest = '') => inParagraph(run(id), `<w:pStyle w:val="${id}"/>${rest}`);
  const based = '<w:style w:type="paragraph" w:styleId="Mine"><w:basedOn w:val="Heading2"/></w:style>';
  const outside = styled('Heading1', '<w:numPr><w:numId w:val="0"/></w:numPr>');
  const body = styled('Heading1') + styled('Heading2') + styled('Mine') + outside;
  expect(
    await wordText(body, {
      links: [...links, { id: 'rIdStyles', type: 'styles', target: 'styles.xml' }],
      parts: {
        ...parts,
        'word/styles.xml': `<w:styles>${style('Heading1', 'heading 1')}${style('Heading2', 'heading 2')}${based}</w:styles>`,
      },
    }),
  ).toBe('# 1 Heading1\n\n## 1.1 Heading2\n\n## 1.2 Mine\n\n# Heading1');
});

test('a list may take its levels from the style of a list', async () => {
  const { links = [], parts } = withLists(
    { 0: '<w:numStyleLink w:val="Clauses"/>', 1: `<w:styleLink w:val="Clauses"/>${legal}` },
    { 1: uses('0'), 2: uses('1') },
  );
  const styles = `<w:styles><w:style w:type="numbering" w:styleId="Clauses"><w:name w:val="Clauses"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style></w:styles>`;
  expect(
    await wordText(item('A', '1') + item('B', '1', 1), {
      links: [...links, { id: 'rIdStyles', type: 'styles', target: 'styles.xml' }],
      parts: { ...parts, 'word/styles.xml': styles },
    }),
  ).toBe('1. A\n1.1 B');
});

test('a format of its own is taken before the one for older programs', async () => {
  const level =
    '<w:lvl w:ilvl="0"><w:start w:val="9"/><mc:AlternateContent><mc:Choice><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent><w:lvlText w:val="Rule %1:"/></w:lvl>';
  expect(await wordText(item('A', '1') + item('B', '1'), withLists({ 0: level }, { 1: uses('0') }))).toBe(
    'Rule 009: A\nRule 010: B',
  );
});

test('bullets that are boxes or ticks are shown', async () => {
  const wingdings = '<w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr>';
  const box = listLevel(0, 'bullet', '\uf0a8').replace('</w:lvl>', `${wingdings}</w:lvl>`);
  const lists = withLists(
    { 0: box, 1: listLevel(0, 'bullet', '☒'), 2: listLevel(0, 'bullet', 'o') },
    { 1: uses('0'), 2: uses('1'), 3: uses('2') },
  );
  expect(await wordText(item('Open', '1') + item('Done', '2') + item('Plain', '3'), lists)).toBe(
    '- ☐ Open\n- ☒ Done\n- Plain',
  );
});

test('an item that was deleted has no number, an empty one has', async () => {
  const properties = (rest: string) => `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>${rest}`;
  const deleted = inParagraph(
    '<w:del><w:r><w:delText>Old</w:delText></w:r></w:del>',
    properties('<w:rPr><w:del/></w:rPr>'),
  );
  const lists = withLists({ 0: legal }, { 1: uses('0') });
  expect(
    await wordText(item('A', '1') + deleted + item('B', '1') + inParagraph('', properties('')) + item('C', '1'), lists),
  ).toBe('1. A\n\n[deleted: Old]\n\n2. B\n4. C');
});

test('a hidden item has no number', async () => {
  const hidden = inParagraph(
    run('x', '<w:vanish/>'),
    '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:vanish/></w:rPr>',
  );
  const lists = withLists({ 0: legal }, { 1: uses('0') });
  expect(await wordText(item('A', '1') + hidden + item('B', '1'), lists)).toBe('1. A\n2. B');
});

test('styles and lists that refer to each other in a circle end', async () => {
  const { links = [], parts } = withLists({ 0: '<w:numStyleLink w:val="A"/>' }, { 1: uses('0') });
  const styles = `<w:styles><w:style w:styleId="A"><w:basedOn w:val="B"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>`;
  const file = await readWord(item('Text', '1') + inParagraph(run('more'), '<w:pStyle w:val="B"/>'), {
    links: [...links, { id: 'rIdStyles', type: 'styles', target: 'styles.xml' }],
    parts: { ...parts, 'word/styles.xml': styles },
  });
  expect(file.pages[0]?.text).toContain('Text');
});
