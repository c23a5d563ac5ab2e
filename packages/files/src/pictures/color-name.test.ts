import { expect, test } from 'vitest';
import { colorName } from './color-name.ts';

test.each([
  ['#000000', 'black'],
  ['#fdfdfd', 'white'],
  ['#808080', 'grey'],
  ['#333436', 'dark grey'],
  ['#d0d1d2', 'light grey'],
  ['#ff0000', 'red'],
  ['#e8302f', 'red'],
  ['#ff8800', 'orange'],
  ['#7b4a1e', 'brown'],
  ['#f5d020', 'yellow'],
  ['#1e8c3a', 'green'],
  ['#20c0b0', 'turquoise'],
  ['#0b2a6b', 'dark blue'],
  ['#9ec9f5', 'light blue'],
  ['#7a2fc0', 'purple'],
  ['#f59ac8', 'light pink'],
])('%s is %s', (hex, name) => {
  expect(colorName(hex)).toBe(name);
});
