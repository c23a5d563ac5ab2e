import { expect, test } from 'vitest';
import { keepBarsInCells } from './bars-in-cells.ts';

const table = (row: string) => `| a | b |\n|---|---|\n${row}`;

test.each([
  ['| abs | $|x|$ |', '| abs | $\\|x\\|$ |'],
  ['| or | `a || b` |', '| or | `a \\|\\| b` |'],
  ['| ``a|b`` | \\(|y|\\) |', '| ``a\\|b`` | \\(\\|y\\|\\) |'],
  ['| `a\\|b` | `c|d` |', '| `a\\|b` | `c\\|d` |'],
])('bars within code and formulas do not end a cell: %j', (row, kept) => {
  expect(keepBarsInCells(table(row))).toBe(table(kept));
});

test('so in the head of a table, and in a quote', () => {
  expect(keepBarsInCells('| $|x|$ | b |\n|---|---|')).toBe('| $\\|x\\|$ | b |\n|---|---|');
  expect(keepBarsInCells('> | a | b |\n> |--|--|\n> | 1 | `x|y` |')).toBe('> | a | b |\n> |--|--|\n> | 1 | `x\\|y` |');
});

test.each(['| $5 | $6 |', '| `a | b` |', '| 1 | 2 | `x|y` |', '| a | b | c |', '| $1 | $2 | $3 |'])(
  'a row that has no cell too many, or is not understood, stays: %j',
  (row) => {
    expect(keepBarsInCells(table(row))).toBe(table(row));
  },
);

test('text that is not a table stays', () => {
  for (const text of ['`a|b` and $|x|$', 'a | `b|c`\nd | e', '| `a|b` |']) expect(keepBarsInCells(text)).toBe(text);
});

test('text that is built to be slow is read fast', () => {
  for (const piece of ['|`', '|$', '|\\(', '|`a``', '|-', '| - '])
    expect(keepBarsInCells(`|a|\n|-|\n${piece.repeat(8_000)}\n${piece.repeat(8_000)}`)).not.toBe('');
});
