import { expect, test } from 'vitest';
import { csvRow } from './csv.ts';

test('cells are quoted; a missing one is empty', () => {
  expect(csvRow(['a', 'say "b"', 'c,\nd', null])).toBe('"a","say ""b""","c,\nd",""\r\n');
});

test.each(['=1', '+1+1', '-cmd', '@A', '\t=1', '\r=1', '  =1', '＝1', '－1', '+49 (0)30 12'])(
  'the cell %j is not a formula',
  (cell) => {
    expect(csvRow([cell])).toBe(`"'${cell}"\r\n`);
  },
);

test.each(['Ada', '1', 'a=b', '', 'a@b.c', '-5', '+12.50', '-1,200.5 %'])('the cell %j stays as it is', (cell) => {
  expect(csvRow([cell])).toBe(`"${cell}"\r\n`);
});
