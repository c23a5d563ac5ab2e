import type { UsedFile } from '@noek/contract/files/schemas';
import { expect, test } from 'vitest';
import { givenText } from './texts.ts';

const used = (fields: Partial<UsedFile>): UsedFile => ({ fileId: 'f', name: 'a.pdf', given: 'whole', ...fields });
const passages = (pages: UsedFile['pages'], fields: Partial<UsedFile> = {}) =>
  givenText(used({ given: 'passages', pages, pagesOfFile: 120, ...fields }));

test('it says exactly what an answer was given of a file', () => {
  expect(givenText(used({}))).toBe('Whole file');
  expect(givenText(used({ pagesOfFile: 120, unit: 'page' }))).toBe('Whole file');
  expect(passages([[3, 5]])).toBe('Pages 3–5 of 120');
  expect(passages([[7, 7]])).toBe('Page 7 of 120');
  expect(
    passages([
      [3, 5],
      [17, 17],
    ]),
  ).toBe('Pages 3–5 and 17 of 120');
  expect(
    passages(
      [
        [1, 1],
        [3, 5],
        [1017, 1018],
      ],
      { pagesOfFile: 2000 },
    ),
  ).toBe('Pages 1, 3–5 and 1,017–1,018 of 2,000');
  expect(passages([[2, 2]], { unit: 'slide', pagesOfFile: 9 })).toBe('Slide 2 of 9');
  expect(passages([[1, 2]], { unit: 'sheet', pagesOfFile: undefined })).toBe('Sheets 1–2');
  expect(passages(undefined, { pagesOfFile: undefined })).toBe('Parts of it');
  expect(givenText(used({ given: 'none', reason: 'no text on its pages' }))).toBe('Not read: no text on its pages');
});

test('what is missing is named in place of "Whole file", and how a text was read is said', () => {
  const reason = 'Whole text, without 3 charts and the comments';
  expect(givenText(used({ reason }))).toBe(reason);
  expect(givenText(used({ readAs: 'Windows-1252' }))).toBe('Whole file, read as Windows-1252');
  expect(givenText(used({ pagesOfFile: 4, fromScan: [[1, 4]] }))).toBe('Whole file, read from a scan');
  expect(givenText(used({ pagesOfFile: 4, fromScan: [[2, 3]] }))).toBe('Whole file, pages 2–3 read from a scan');
  expect(givenText(used({ isPicture: true, fromScan: [[1, 1]] }))).toBe('Whole file, with the text in it');
});
