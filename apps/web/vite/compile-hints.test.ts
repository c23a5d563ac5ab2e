import { expect, test } from 'vitest';
import { compileHint, markChunks } from './compile-hints.ts';

type Bundle = Parameters<typeof markChunks>[0];

const bundleOf = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { type: 'chunk', name, code: `/* ${name} */` }])) as unknown as Bundle;

test('only the named chunks are marked, and the mark is the first line of their files', () => {
  const bundle = bundleOf(['page', 'admin']);
  markChunks(bundle, ['page']);
  expect(bundle.page).toHaveProperty('code', `${compileHint}/* page */`);
  expect(bundle.admin).toHaveProperty('code', '/* admin */');
});

test('a name that no chunk has any more fails the build', () => {
  expect(() => markChunks(bundleOf(['page']), ['page', 'thread'])).toThrow('no chunk thread');
});
