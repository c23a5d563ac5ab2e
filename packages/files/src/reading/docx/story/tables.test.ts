import { expect, test } from 'vitest';
import { inParagraph, item, listLevel, run, tableRow, withLists, wordText } from '../../../testing/word.ts';

const table = (...rows: string[]) => `<w:tbl><w:tblPr/><w:tblGrid/>${rows.join('')}</w:tbl>`;
const cell = (properties: string, text: string) => `<w:tcPr>${properties}</w:tcPr>${inParagraph(run(text))}`;

test('values stay under their headings beside merged cells', async () => {
  const span = (text: string) => cell('<w:gridSpan w:val="2"/>', text);
  expect(await wordText(table(tableRow(span('Plan'), span('Price')), tableRow('Name', 'Seats', 'Month', 'Year')))).toBe(
    '| Plan |  | Price |  |\n| Name | Seats | Month | Year |',
  );
  expect(
    await wordText(
      table(
        tableRow(cell('<w:vMerge w:val="restart"/>', 'North'), 'Cable', '12'),
        tableRow(cell('<w:vMerge/>', ''), 'Hub', '7'),
      ),
    ),
  ).toBe('| North | Cable | 12 |\n|  | Hub | 7 |');
  const late = tableRow('x').replace('<w:tr>', '<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>');
  expect(await wordText(table(tableRow('a', 'b'), late))).toBe('| a | b |\n|  | x |');
});

test('paragraphs, items and tables within a cell are divided, and bars are no borders', async () => {
  const lists = withLists({ 0: listLevel(0, 'decimal', '%1.') }, { 1: '<w:abstractNumId w:val="0"/>' });
  expect(
    await wordText(
      table(
        tableRow(`${inParagraph(run('Two things:'))}${item('a', '1')}${item('b', '1')}`, 'x | y'),
        tableRow('1', '2'),
      ),
      lists,
    ),
  ).toBe('| Two things: 1. a 2. b | x \\| y |\n| 1 | 2 |');
  const inner = table(tableRow('c', 'd'), tableRow('e', 'f'));
  expect(await wordText(table(tableRow(`${inner}<w:p/>`, 'g')))).toBe('| c, d; e, f | g |');
});

test('neighbouring tables are divided', async () => {
  const small = table(tableRow('a', 'b'), tableRow('c', 'd'));
  expect(await wordText(`${small}<w:p/>${small}`)).toBe('| a | b |\n| c | d |\n\n| a | b |\n| c | d |');
});

test('a table of one cell is a frame around its text', async () => {
  const framed = `${inParagraph(run('Note'))}${table(tableRow('a', 'b'), tableRow('c', 'd'))}<w:p/>`;
  expect(await wordText(table(tableRow(framed)))).toBe('Note\n\n| a | b |\n| c | d |');
});

test('a row around a table divides the page', async () => {
  const inner = table(tableRow('a', 'b'), tableRow('c', 'd'));
  expect(await wordText(table(tableRow(`${inParagraph(run('Part 1'))}${inner}<w:p/>`), tableRow('Part 2')))).toBe(
    'Part 1\n\n| a | b |\n| c | d |\n\n| Part 2 |',
  );
});

test('rows and cells in content controls are read; empty rows are left out', async () => {
  const wrapped = (content: string) => `<w:sdt><w:sdtPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
  const row = tableRow('a', 'b').replace(/<w:tc>.*?<\/w:tc>/, (first) => wrapped(first));
  expect(await wordText(table(wrapped(row), tableRow('', ''), tableRow('c', 'd')))).toBe('| a | b |\n| c | d |');
});

test('a span that no table can have does not fill the memory', async () => {
  const text = await wordText(table(tableRow(cell('<w:gridSpan w:val="1000000000"/>', 'a'), 'b')));
  expect(text.length).toBeLessThan(300);
});
