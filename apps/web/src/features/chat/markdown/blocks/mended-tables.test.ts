import { expect, test } from 'vitest';
import { mendTables } from './mended-tables.ts';

test.each([
  ['too few cells', '| A | B | C |\n|---|:-:|\n| 1 | 2 | 3 |', '| A | B | C |\n|---|:-:|---|\n| 1 | 2 | 3 |'],
  ['too many cells', 'See:\n\n| A | B |\n|---|---|---|\n| 1 | 2 |', 'See:\n\n| A | B |\n|---|---|\n| 1 | 2 |'],
  ['an escaped bar in the head', '| A \\| B | C |\n|---|\n', '| A \\| B | C |\n|---|---|\n'],
])('the second row of a table with %s is mended', (_, text, mended) => {
  expect(mendTables(text)).toBe(mended);
});

test.each([
  ['a correct table', '| A | B |\n|---|---|\n| 1 | 2 |'],
  ['a row of dashes within a table', '| A | B |\n|---|---|\n| 1 | 2 |\n|---|\n| 3 | 4 |'],
  ['a table of one column', '| A |\n|---|\n| 1 |'],
  ['a table as code', '    | A | B |\n    |---|'],
  ['text with bars', 'a | b\n--|\nc'],
])('%s stays as it is', (_, text) => {
  expect(mendTables(text)).toBe(text);
});
