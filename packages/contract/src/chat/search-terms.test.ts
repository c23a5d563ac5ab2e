import { expect, test } from 'vitest';
import { parseSearch } from './search-terms.ts';

test.each([
  ['lantern', [{ words: ['lantern'], prefix: true }]],
  [
    'Lantern harb',
    [
      { words: ['Lantern'], prefix: false },
      { words: ['harb'], prefix: true },
    ],
  ],
  [
    '"old harbour" lamp',
    [
      { words: ['old', 'harbour'], prefix: false },
      { words: ['lamp'], prefix: true },
    ],
  ],
  [
    'lamp "old harbour"',
    [
      { words: ['lamp'], prefix: false },
      { words: ['old', 'harbour'], prefix: false },
    ],
  ],
  [
    'lamp „old harb',
    [
      { words: ['lamp'], prefix: false },
      { words: ['old', 'harb'], prefix: true },
    ],
  ],
  ['well-known !', [{ words: ['well', 'known'], prefix: true }]],
  [
    'a b',
    [
      { words: ['a'], prefix: false },
      { words: ['b'], prefix: false },
    ],
  ],
  ['cafe\u0301', [{ words: ['café'], prefix: true }]],
  [
    'nul\0byte',
    [
      { words: ['nul'], prefix: false },
      { words: ['byte'], prefix: true },
    ],
  ],
])('%j is words', (q, terms) => {
  expect(parseSearch(q)).toEqual({ kind: 'words', terms });
});

test.each([
  ['東京タワー', ['東京タワー']],
  ['東京 "de luxe" 東京', ['東京', 'de luxe']],
  ['한국어', ['한국어']],
  [' -> ', ['->']],
  ['🎉', ['🎉']],
  ['\0', []],
])('%j is looked for as it is', (q, substrings) => {
  expect(parseSearch(q)).toEqual({ kind: 'substrings', substrings });
});
