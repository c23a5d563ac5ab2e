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
