import { expect, test } from 'vitest';
import { plainLetters } from './page-runs.ts';
import { pageText } from './page-text.ts';
import type { TextRun } from './text-run.ts';

let order = 0;
/** A run of 10 points whose letters are 5 points wide. */
const run = (text: string, start: number, baseline: number, more: Partial<TextRun> = {}): TextRun => ({
  text,
  order: order++,
  x: start,
  y: baseline,
  start,
  end: start + text.length * 5,
  baseline,
  size: 10,
  isRightToLeft: false,
  hasSpaceBefore: false,
  direction: 0,
  ...more,
});

/** A column of prose: lines of 40 letters, 12 points apart. */
const column = (name: string, start: number, count = 5) =>
  Array.from({ length: count }, (_, at) => run(`${name} line ${at + 1} `.padEnd(40, 'x'), start, 100 + at * 12));
const namesIn = (text: string) => text.match(/\w+ line \d/g);

test('words are divided by the white between them, not by how they are drawn', () => {
  expect(pageText([run('to', 0, 10), run('day', 10.5, 10), run('is', 27.5, 10)])).toBe('today is');
  expect(pageText([run('12', 0, 10), run('34', 12, 10)])).toBe('12 34');
});

test('a space that the page draws counts where the white is narrow', () => {
  expect(pageText([run('narrow', 0, 10), run('space', 31, 10, { hasSpaceBefore: true })])).toBe('narrow space');
});

test('a line is read from the left to the right, whatever is drawn first', () => {
  expect(pageText([run('second', 30, 10), run('first', 0, 10)])).toBe('first second');
});

test('lines are read downwards, and a wide space divides paragraphs', () => {
  expect(pageText([run('three', 0, 60), run('one', 0, 10), run('two', 0, 22)])).toBe('one\ntwo\n\nthree');
});

test('the number of a note stays at its word', () => {
  expect(pageText([run('word', 0, 20), run('2', 20, 15, { size: 6, end: 23 }), run('next', 26, 20)])).toBe(
    'word² next',
  );
});

test('a word that is divided at the end of a line is joined, but not a hyphen before a conjunction', () => {
  expect(pageText([run('an in-', 0, 10), run('voice', 0, 22)])).toBe('an invoice');
  expect(pageText([run('day-', 0, 10), run('and night', 0, 22)])).toBe('day-\nand night');
  expect(pageText([run('Anglo-', 0, 10), run('Saxon', 0, 22)])).toBe('Anglo-\nSaxon');
});

test('a hyphen of the word itself stays when its line ends there', () => {
  const text = pageText([
    run('the price-', 0, 10),
    run('determining factors and price-determining', 0, 22),
    run('state-of-the-', 0, 34),
    run('art work', 0, 46),
  ]);
  expect(text).toBe('the price-determining factors and price-determining\nstate-of-the-art work');
});

test('letters that are drawn apart make words, but the choices A to D do not', () => {
  expect(pageText([run('R E A S O N S', 0, 10), run('A N D', 75, 10)])).toBe('REASONS AND');
  expect(pageText([run('A B C D', 0, 10)])).toBe('A B C D');
});

test('columns of prose that are drawn line by line over both are read one after the other', () => {
  const line = (name: string, start: number, at: number) =>
    run(`and ${name} line ${at} `.padEnd(40, 'x'), start, at * 12);
  const runs = [1, 2, 3, 4, 5, 6].flatMap((at) => [line('left', 0, at), line('right', 230, at)]);
  expect(
    namesIn(pageText(runs))
      ?.slice(0, 6)
      .every((name) => name.startsWith('left')),
  ).toBe(true);
});

test('the last column of a text may have only a line or two', () => {
  const left = column('left', 0, 10);
  const right = [run('right line 1', 230, 96), run('right line 2', 230, 108)];
  expect(namesIn(pageText([...left, ...right]))?.slice(-2)).toEqual(['right line 1', 'right line 2']);
});

test('columns of prose are read one after the other', () => {
  const text = pageText([
    run('A title over both of the columns of this page, as wide as they are', 0, 60),
    ...column('left', 0),
    ...column('right', 230),
  ]);
  expect(namesIn(text)).toEqual([
    ...[1, 2, 3, 4, 5].map((at) => `left line ${at}`),
    ...[1, 2, 3, 4, 5].map((at) => `right line ${at}`),
  ]);
  expect(text).toMatch(/^A title/);
});

test('what is drawn in turns beside each other is read in turns', () => {
  const stanza = (name: string, start: number, top: number) =>
    [1, 2, 3, 4].map((at) => run(`${name} line ${at} `.padEnd(40, 'x'), start, top + at * 12));
  const text = pageText([
    ...stanza('one', 0, 0),
    ...stanza('two', 230, 0),
    ...stanza('three', 0, 100),
    ...stanza('four', 230, 100),
  ]);
  expect(namesIn(text)?.filter((name) => name.endsWith('1'))).toEqual([
    'one line 1',
    'two line 1',
    'three line 1',
    'four line 1',
  ]);
});

const table = [
  ['Item', 'Units', 'Price'],
  ['Bolts', '12', '30'],
  ['Nuts', '7', '4'],
];

test.each(['by rows', 'by columns'])('a table that is drawn %s keeps its rows', (way) => {
  const cells = table.flatMap((row, y) => row.map((text, x) => ({ text, x, y })));
  if (way === 'by columns') cells.sort((a, b) => a.x - b.x);
  const text = pageText(cells.map(({ text, x, y }) => run(text, x * 100, 10 + y * 13)));
  expect(text).toBe('| Item | Units | Price |\n| Bolts | 12 | 30 |\n| Nuts | 7 | 4 |');
});

test('an empty cell of a table stays empty, and a bar in a cell is no border', () => {
  const text = pageText([
    ...['a', 'b', 'c'].map((text, at) => run(text, at * 100, 10)),
    ...['d', 'e|f', 'g'].map((text, at) => run(text, at * 100, 25)),
    run('h', 0, 40),
    run('i', 200, 40),
  ]);
  expect(text).toBe('| a | b | c |\n| d | e\\|f | g |\n| h |  | i |');
});

test('the lines of a cell stay together', () => {
  const text = pageText([
    run('Duty', 0, 10),
    run('Reports', 100, 10),
    run('Who', 250, 10),
    run('Sales', 0, 30),
    run('write the report of', 100, 30),
    run('the month', 100, 42),
    run('Ada', 250, 30),
    run('Stock', 0, 60),
    run('count', 100, 60),
    run('Ben', 250, 60),
  ]);
  expect(text).toBe(
    '| Duty | Reports | Who |\n| Sales | write the report of the month | Ada |\n| Stock | count | Ben |',
  );
});

test('a text that is drawn twice to make it bold is given once', () => {
  expect(pageText([run('Total', 0, 10), run('Total', 0.4, 10), run('Total', 0, 30)])).toBe('Total\n\nTotal');
});

test('Hebrew is read from the right, with its numbers and Latin words as they are written', () => {
  const hebrew = (text: string, start: number) => run(text, start, 10, { isRightToLeft: true });
  expect(pageText([hebrew('שלום', 100), run('Noek', 70, 10), run('17', 50, 10), hebrew('סוף', 30)])).toBe(
    'שלום Noek 17 סוף',
  );
});

test('Arabic keeps dates, numbers in cells, and brackets in order', () => {
  const arabic = (text: string, start: number) => run(text, start, 10, { isRightToLeft: true });
  expect(pageText([run('.29-11-2026', 0, 10), arabic('بتاريخ', 60)])).toBe('بتاريخ 2026-11-29.');
  expect(pageText([run('(', 0, 10), arabic('فرع', 5), run(')', 20, 10), arabic('شركة', 30)])).toBe('شركة (فرع)');
  expect(pageText([run('30.50', 0, 10), run('12', 35, 10), arabic('مسامير', 50)])).toBe('مسامير 12 30.50');
});

test('text of another direction is given apart', () => {
  const turned = run('on its side', 0, 30, { direction: 270 });
  expect(pageText([run('a line of text', 0, 10), turned, run('the next line', 0, 22)])).toBe(
    'a line of text\nthe next line\n\non its side',
  );
});

test('letters are those that people write', () => {
  expect(plainLetters('ﻣﺎﻳﻮ ﬁn ⼀')).toBe('مايو fin 一');
});

test('very many runs end in a short time', () => {
  const started = performance.now();
  const runs = Array.from({ length: 20_000 }, (_, at) => run('x', (at * 7919) % 600, (at * 104_729) % 800));
  expect(pageText(runs).length).toBeGreaterThan(20_000);
  expect(performance.now() - started).toBeLessThan(30_000);
});
