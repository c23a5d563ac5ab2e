import { expect, test } from 'vitest';
import { amountsIn } from './amounts.ts';
import { separatedRows, tableIn } from './table.ts';

test.each<[string, string[], (number | null)[] | null]>([
  ['a point', ['1,234.50', '2', '0.5'], [1234.5, 2, 0.5]],
  ['a comma', ['1.234,50', '2', '0,5'], [1234.5, 2, 0.5]],
  ['thousands after spaces', ['1 234,5', '12 000 000'], [1234.5, 12_000_000]],
  ['three digits after a point, when another cell has a decimal comma', ['1.234', '2,5'], [1234, 2.5]],
  ['three digits after a comma, when no cell tells', ['1,234', '2'], [1234, 2]],
  ['currencies and minus signs', ['€ 5', '-€ 1', '(€ 2)', '−€ 3'], [5, -1, -2, -3]],
  ['Arabic digits', ['١٬٢٣٤٫٥', '٢'], [1234.5, 2]],
  ['full-width digits', ['１２', '３'], [12, 3]],
  ['a cell without a number among many', ['1', '2', '3', '4', '5', 'n/a'], [1, 2, 3, 4, 5, null]],
  ['decimals of both kinds', ['1.5', '2,5'], null],
  ['several currencies', ['1 €', '2 $'], null],
  ['dates', ['01.02.2026', '2026-02-01'], null],
  ['shares', ['10%', '20%'], null],
  ['words', ['North', 'South'], null],
  ['empty cells alone', ['', ''], null],
])('the numbers of a column with %s', (_, cells, values) => {
  expect(amountsIn(cells, '.')?.values ?? null).toEqual(values);
});

test('a table with semicolons has decimal commas, also where a column does not tell', () => {
  const { rows, separator } = separatedRows('Ort;Menge;Preis\nBonn;1.200;2,50\nKöln;300;3,00\nGesamt;1.500;5,50\n');
  expect(separator).toBe(';');
  expect(tableIn(rows, separator)).toMatchObject({
    columns: ['Ort', 'Menge', 'Preis'],
    rows: [
      ['Bonn', '1.200', '2,50'],
      ['Köln', '300', '3,00'],
    ],
    sums: ['Gesamt'],
    amounts: [null, { values: [1200, 300] }, { values: [2.5, 3] }],
  });
  expect(
    tableIn(
      [
        ['a', 'b'],
        ['x', '1.200'],
      ],
      ';',
    )?.amounts[1]?.values,
  ).toEqual([1200]);
});

test('rows that sum up a group are left out, and names that only begin like them are not', () => {
  const rows = [
    ['Region', 'Amount'],
    ['North', '1'],
    ['North Total', '1'],
    ['South', '2'],
    ['Total South', '2'],
    ['Total Care', '3'],
    ['Grand total', '6'],
  ];
  expect(tableIn(rows)).toMatchObject({
    rows: [
      ['North', '1'],
      ['South', '2'],
      ['Total Care', '3'],
    ],
    sums: ['North Total', 'Total South', 'Grand total'],
  });
});

test('the separator that Excel tells is used, and titles above the table are left out', () => {
  const { rows, separator } = separatedRows('sep=|\r\nSales, all of them\r\nRegion|Amount\r\nNorth|1,5\r\n');
  expect(tableIn(rows, separator)).toMatchObject({ columns: ['Region', 'Amount'], rows: [['North', '1,5']] });
});

test.each([[[]], [[['a', 'b']]], [[['a'], ['1']]]])('there is no table in %j', (rows) => {
  expect(tableIn(rows)).toBeNull();
});

test('long cells are texts: neither numbers nor labels of sums are looked for in them', () => {
  const rows = (cell: string) =>
    tableIn([
      ['Name', 'Amount'],
      [cell, '('.repeat(200_000)],
      ['Tea', '1'],
    ])?.rows;
  expect(rows(`x${' '.repeat(200_000)}total`)).toHaveLength(2);
});

test('of a table with more cells than can be looked at, the last columns are left out', () => {
  const wide = Array.from({ length: 20_000 }, (_, at) => `c${at}`);
  const table = tableIn([wide, ...Array.from({ length: 20_000 }, () => ['1', '2'])]);
  expect(table?.columns).toHaveLength(13);
  expect(table?.amounts[1]?.values).toHaveLength(20_000);
});
