import type { ReadFile } from '@noek/files/reading/read-result';
import { expect, test } from 'vitest';
import { aboutOf } from './about-file.ts';

const sheet = (...rows: string[][]): ReadFile => ({
  state: 'ready',
  unit: 'sheet',
  pages: [{ number: 1, name: 'One', text: 'x', rows }],
  pageCount: 1,
  title: null,
  characters: 1,
  leftOut: null,
  without: [],
  readAs: null,
  scans: [],
});

test('columns of numbers have sums, also as sheets show them, but not those of several currencies or shares', () => {
  const file = sheet(
    ['Units', 'Price', 'Cost', 'Mixed', 'Share', 'Profit'],
    ['1,200', '$10.50', '1,000.00 €', '5 €', '10%', '$ (1,000.00)'],
    ['-0.5', '-$0.50', '', '$5', '20%', '$ 250.00'],
    ['3', '$2.00', '-1.50 €', '5', '30%', '$ -'],
  );
  expect(aboutOf({ name: 'a.xlsx' }, file)).toEqual({
    columns: ['Units', 'Price', 'Cost', 'Mixed', 'Share', 'Profit'],
    rows: 3,
    totals: { Units: 1202.5, Price: 12, Cost: 998.5, Profit: -750 },
  });
});
