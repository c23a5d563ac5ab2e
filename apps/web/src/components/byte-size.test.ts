import { expect, test } from 'vitest';
import { byteSize } from './byte-size.ts';

test.each([
  [0, '0 MB'],
  [1, '1 B'],
  [1_023, '1023 B'],
  [1_024, '1 kB'],
  [12 * 1_024, '12 kB'],
  [2.44 * 1_024 ** 2, '2.4 MB'],
  [3 * 1_024 ** 2, '3 MB'],
  [25 * 1_024 ** 2, '25 MB'],
  [1_024 ** 3, '1 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(byteSize(bytes)).toBe(text);
});
