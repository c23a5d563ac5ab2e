import { expect, test } from 'vitest';
import { cellsOfSheet, numberColumns, separatedCells } from './table-cells.ts';

test('the cells of a CSV file, also quoted ones with separators, quotes and line breaks', () => {
  expect(separatedCells('Name,Note\r\n"Cod, fresh","He said ""no"""\n"Two\nlines",\n', 'a.csv')).toEqual([
    ['Name', 'Note'],
    ['Cod, fresh', 'He said "no"'],
    ['Two\nlines', ''],
  ]);
});

test('empty lines are rows, so that the others keep their numbers, but not at the end', () => {
  expect(separatedCells('a,b\n\n1,2\n\n\n', 'a.csv')).toEqual([['a', 'b'], [''], ['1', '2']]);
  expect(separatedCells('\n\n', 'a.csv')).toEqual([]);
});

test('the separator is not sought in quotes, and a first line can name it', () => {
  expect(separatedCells('"Name, first, last";Age\n"Novak, Mira";41', 'a.csv')).toEqual([
    ['Name, first, last', 'Age'],
    ['Novak, Mira', '41'],
  ]);
  expect(separatedCells('sep=|\r\na|b;c;d\r\n', 'a.csv')).toEqual([['a', 'b;c;d']]);
});

test('a row that is longer than the others has all of its cells', () => {
  expect(numberColumns([['a'], ...Array.from({ length: 300 }, () => ['1']), ['1', '2', '3']])).toHaveLength(3);
});

test('semicolons and tabs separate cells, too', () => {
  expect(separatedCells('a;b,c;d\n1;2,5;3', 'a.csv')).toEqual([
    ['a', 'b,c', 'd'],
    ['1', '2,5', '3'],
  ]);
  expect(separatedCells('a,b\tc\n', 'a.tsv')).toEqual([['a,b', 'c']]);
});

test('the rows of a sheet, and which of its columns are numbers', () => {
  const rows = cellsOfSheet('Fish | Price | Code\nCod | 3.50 | 7a\nHerring |  | 8\nEel | 12 € | 9');
  expect(rows[2]).toEqual(['Herring', '', '8']);
  expect(cellsOfSheet('Size | Note\n2 \\| 3 | both')).toEqual([
    ['Size', 'Note'],
    ['2 | 3', 'both'],
  ]);
  expect(numberColumns(rows)).toEqual([false, true, false]);
});
