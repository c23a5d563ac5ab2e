import { expect, test } from 'vitest';
import type { ReadFile } from '../reading/read-result.ts';
import { FileText } from './file-text.ts';
import { pageRanges } from './page-ranges.ts';
import { longestPiece, piecesOf } from './split.ts';

const passagesFor = (question: string, file: ReadFile, budget: number, wordsOf?: (text: string) => string[]) =>
  new FileText(file, wordsOf).passagesFor(question, budget);

const fileOf = (texts: string[], unit: ReadFile['unit'] = 'page'): ReadFile => ({
  state: 'ready',
  unit,
  pages: texts.map((text, at) => ({
    number: at + 1,
    name: unit === 'sheet' ? `Sheet ${at + 1}` : null,
    text,
    rows: unit === 'sheet' ? text.split('\n').map((line) => line.split(' | ')) : null,
  })),
  pageCount: unit === null ? null : texts.length,
  title: null,
  characters: texts.join('').length,
  leftOut: null,
  without: [],
  readAs: null,
  scans: [],
});

const filler = (topic: string) =>
  Array.from({ length: 12 }, (_, at) => `Paragraph ${at} says something about ${topic} and nothing else.`).join('\n\n');
/** A manual of 40 pages; on page 17 and 18 it says how the pump is cleaned. */
const manual = fileOf(
  Array.from({ length: 40 }, (_, at) => {
    if (at === 16) return `${filler('maintenance')}\n\nTo clean the pump, switch it off and open the valves.`;
    if (at === 17) return `After cleaning, close the valves of the pump again.\n\n${filler('maintenance')}`;
    return filler(['delivery', 'warranty', 'colours', 'packaging'][at % 4] ?? '');
  }),
);

test('a file that fits is given as a whole, without its empty pages', async () => {
  const file = fileOf(['One', '', 'Three']);
  expect(await passagesFor('Anything?', file, 8)).toEqual({
    given: 'whole',
    passages: [
      { page: 1, name: null, text: 'One' },
      { page: 3, name: null, text: 'Three' },
    ],
    pages: [
      [1, 1],
      [3, 3],
    ],
  });
  expect((await passagesFor('Anything?', file, 7)).given).toBe('passages');
  expect((await passagesFor('Anything?', fileOf(['One'], null), 8)).pages).toBeNull();
});

test('otherwise the passages that fit the question are given, in the order of the file, within the budget', async () => {
  const { given, passages, pages } = await passagesFor('How do I clean the pumps valve?', manual, 3000);
  expect(given).toBe('passages');
  expect(pages).toEqual([[17, 18]]);
  expect(passages.map(({ text }) => text).join('\n')).toMatch(/To clean the pump[\s\S]*close the valves/);
  expect(passages.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(3000);
});

test('another question gets other passages', async () => {
  const { pages } = await passagesFor('What does the warranty cover?', manual, 1500);
  expect(pages?.every(([from, to]) => from === to && from % 4 === 2)).toBe(true);
});

test('a rare word counts more than a frequent one, however often that is repeated', async () => {
  const frequent = Array.from({ length: 30 }, () => 'delivery '.repeat(60));
  const file = fileOf([...frequent, `A zeppelin takes a year. ${'Other things. '.repeat(40)}`]);
  expect((await passagesFor('zeppelin delivery', file, 900)).pages).toEqual([[31, 31]]);
});

test('languages without spaces are compared by pairs of characters', async () => {
  const file = fileOf([
    `${'天气很好，我们去公园散步。'.repeat(100)}`,
    `${'合同的终止需要提前三十天书面通知。'.repeat(5)}`,
    `${'午饭吃了面条和饺子。'.repeat(100)}`,
  ]);
  expect((await passagesFor('怎么终止合同？', file, 1000)).pages).toEqual([[2, 2]]);
});

test('accents and case make no difference', async () => {
  const file = fileOf([filler('delivery'), `${filler('the CAFÉ')}`, filler('colours'), filler('packaging')]);
  expect((await passagesFor('cafe', file, 1000)).pages).toEqual([[2, 2]]);
});

test('a question about the whole file gets its beginning and pages all over it', async () => {
  const file = fileOf(
    Array.from({ length: 64 }, (_, at) => `${at === 0 ? 'Abstract' : 'Text'} ${'word '.repeat(180)}`),
  );
  const { passages, pages } = await passagesFor('Zusammenfassung bitte', file, 8000);
  expect(passages[0]?.text).toMatch(/^Abstract/);
  expect(pages).toEqual([1, 9, 17, 25, 33, 41, 49, 57].map((page) => [page, page]));
});

test('rows from within a sheet begin with its first row, once per passage', async () => {
  const rows = Array.from(
    { length: 400 },
    (_, at) => `Person ${at} | ${at * 7} | ${at === 333 ? 'Reykjavik' : 'Berlin'}`,
  );
  const file = fileOf([['Name | Points | City', ...rows].join('\n')], 'sheet');
  const { passages } = await passagesFor('Who lives in Reykjavik?', file, 1200);
  expect(passages).toHaveLength(1);
  expect(passages[0]).toMatchObject({
    page: 1,
    name: 'Sheet 1',
    text: expect.stringMatching(/^Name \| Points \| City\nPerson \d/),
  });
  expect(passages[0]?.text).toContain('Person 333 | 2331 | Reykjavik');
  expect(passages[0]?.text.match(/Points/g)).toHaveLength(1);
});

test('a budget that is too small for any passage gives none', async () => {
  expect(await passagesFor('How do I clean the pump?', manual, 0)).toEqual({ given: 'none', passages: [], pages: [] });
});

test('a caller can say how words are compared', async () => {
  const file = fileOf([filler('delivery'), filler('warranty'), filler('colours')]);
  const given = await passagesFor('x', file, 800, (text) =>
    text === 'x' || text.includes('warranty') ? ['same'] : [],
  );
  expect(given.pages).toEqual([[2, 2]]);
});

test('no piece is longer than it may be, and nothing is lost but empty lines', () => {
  const texts = [
    'a'.repeat(5000),
    'word '.repeat(1000).trim(),
    `${'A sentence. '.repeat(300)}`.trim(),
    '😀'.repeat(3000),
    '一句话。'.repeat(1000),
    Array.from({ length: 300 }, (_, at) => `Line ${at}`).join('\n'),
    `Short.\n\n\n${'long '.repeat(400).trim()}\n\nEnd.`,
  ];
  const bare = (text: string) => text.replace(/\s/g, '');
  for (const text of texts) {
    const pieces = [...piecesOf(fileOf([text]).pages)];
    expect(pieces.length).toBeGreaterThan(1);
    expect(Math.max(...pieces.map((piece) => piece.text.length))).toBeLessThanOrEqual(longestPiece);
    expect(pieces.every((piece) => piece.text.isWellFormed())).toBe(true);
    expect(bare(pieces.map((piece) => piece.text).join(''))).toBe(bare(text));
  }
});

test('pages become ranges', () => {
  expect(pageRanges([17, 3, 5, 4, 3])).toEqual([
    [3, 5],
    [17, 17],
  ]);
  expect(pageRanges([])).toEqual([]);
});
