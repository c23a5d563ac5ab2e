import { expect, test } from 'vitest';
import { sheetCells, sheetLine } from './sheet-lines.ts';

test('the cells of a row come back from its line', () => {
  expect(sheetLine(['Cod', '', '3.50'])).toBe('Cod |  | 3.50');
  for (const cells of [['Cod', '', '3.50'], ['a | b', 'c'], ['|', '| |', 'x |', '| x'], ['a\\|b', '\\', '\\\\|'], ['']])
    expect(sheetCells(sheetLine(cells))).toEqual(cells);
});

test('empty cells at the ends of a trimmed line are cells', () => {
  expect(sheetCells('TRUE |  |')).toEqual(['TRUE', '', '']);
  expect(sheetCells('| b')).toEqual(['', 'b']);
});

test('a line of before, whose cells have no "|", is read as it was', () => {
  expect(sheetCells('C:\\temp | b\\')).toEqual(['C:\\temp', 'b\\']);
});
