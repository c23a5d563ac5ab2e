import { expect, test } from 'vitest';
import { withoutEarlyTable } from './early-table.ts';

const head = '| Planet | Radius |\n|---|---|\n';

test.each([
  ['a head', head, ''],
  ['a head and a part of a row', `${head}| Mars | 3`, ''],
  ['one row', `${head}| Mars | 3,390 |\n`, ''],
  ['a row and a half', `${head}| Mars | 3,390 |\n| Ven`, ''],
  ['what is before the table', `See:\n${head}| Mars |`, 'See:'],
  ['from right to left', '| الكوكب | القطر |\n| :-- | --: |\n| المريخ | 3', ''],
])('%s is held back', (_, text, shown) => {
  expect(withoutEarlyTable(text)).toBe(shown);
});

test.each([
  ['two rows', `${head}| Mars | 3,390 |\n| Venus | 6,052 |\n`],
  ['more rows', `${head}| Mars | 3,390 |\n| Venus | 6,052 |\n| Jup`],
  ['no table', 'Some words | with a bar'],
  ['lines with bars that are no table', '| one\n| two'],
  ['nothing', ''],
  ['a long line of dashes that is no second row', `| A |\n|${'-'.repeat(200_000)}x`],
])('%s is shown', (_, text) => {
  expect(withoutEarlyTable(text)).toBe(text);
});
