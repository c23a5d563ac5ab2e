// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { keysOf } from './keys.ts';

test.each([
  ['Linux x86_64', [['Ctrl', 'Shift', 'O'], ['+'], ['F2']]],
  ['MacIntel', [['⌘', '⇧', 'O'], ['+'], ['F2']]],
])('the keys of shortcuts on %s', (platform, keys) => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  expect(['Ctrl+Shift+O', '+', 'F2'].map(keysOf)).toEqual(keys);
});
