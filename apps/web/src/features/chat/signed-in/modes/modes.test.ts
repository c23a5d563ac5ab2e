import { expect, test } from 'vitest';
import { isForSameMode, modesAfter } from './modes.ts';

const off = { funMode: false, harmfulMode: false };
const fun = { funMode: true, harmfulMode: false };
const both = { funMode: true, harmfulMode: true };

test.each([
  [off, [':fun.mode=on'], fun],
  [off, [':fun.mode=on', 'Hello', ' :harmful.mode=on '], both],
  [both, [':fun.mode=off'], off],
  [both, [':harmful.mode=off'], fun],
  [off, [':harmful.mode=on'], off],
  [fun, ['', 'say :fun.mode=off'], fun],
] as const)('[4.09] [4.10] %j after %j is %j, as the server will say', (now, texts, then) => {
  expect(modesAfter(now, texts)).toEqual(then);
});

test('commands for one mode', () => {
  expect(isForSameMode(':fun.mode=on', ':fun.mode=off')).toBe(true);
  expect(isForSameMode(':fun.mode=on', ':harmful.mode=on')).toBe(false);
  expect(isForSameMode('Hello', 'Hello')).toBe(false);
});
