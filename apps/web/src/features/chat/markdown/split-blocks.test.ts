import { expect, test } from 'vitest';
import { BlockCutter, openFenceOf } from './split-blocks.ts';

const splitBlocks = (text: string) => new BlockCutter().cut(text);

test('paragraphs, headings and fences are blocks of their own', () => {
  expect(splitBlocks('# One\n\nText\nmore\n\n```ts\nlet a;\n\nlet b;\n```\n\nEnd')).toEqual([
    '# One\n\n',
    'Text\nmore\n\n',
    '```ts\nlet a;\n\nlet b;\n```\n\n',
    'End',
  ]);
});

test('a loose list with nested content stays in one piece', () => {
  const list = '1. one\n\n   more of one\n\n2. two\n\n   ```sh\n   ls\n\n   pwd\n   ```\n\n3. three';
  expect(splitBlocks(list)).toEqual([list]);
  expect(splitBlocks(`${list}\n\nAfter`)).toEqual([`${list}\n\n`, 'After']);
});

test('blank lines inside an open fence or spanning HTML cut nothing', () => {
  expect(splitBlocks('~~~\na\n\n```\n\nb')).toEqual(['~~~\na\n\n```\n\nb']);
  expect(splitBlocks('<!-- a\n\nb -->\n\nc')).toEqual(['<!-- a\n\nb -->\n\n', 'c']);
  expect(splitBlocks('<pre>\n\na\n</pre>\n\nb')).toEqual(['<pre>\n\na\n</pre>\n\n', 'b']);
});

test('a longer fence holds shorter ones', () => {
  expect(splitBlocks('````md\n```\n\nx\n```\n````\n\ny')).toEqual(['````md\n```\n\nx\n```\n````\n\n', 'y']);
});

test('pieces put together are the text again', () => {
  const text = 'a\n\n\n\nb\n \n- c\n\n> d\n\n\n| a |\n| - |\n\ne\n';
  expect(splitBlocks(text).join('')).toBe(text);
  expect(splitBlocks('')).toEqual([]);
});

test('link definitions reach the blocks that use them, footnotes keep the text whole', () => {
  const [first, second] = splitBlocks('See [docs][1].\n\n[1]: https://example.com/\n');
  expect(first).toContain('[1]: https://example.com/');
  expect(second).toContain('[1]: https://example.com/');
  const notes = 'A[^1]\n\nB\n\n[^1]: note';
  expect(splitBlocks(notes)).toEqual([notes]);
});

test('an open fence is found, a closed one is not', () => {
  expect(openFenceOf('```js\nx')).toEqual({ marker: '`', length: 3 });
  expect(openFenceOf('```js\nx\n```\n')).toBeNull();
  expect(openFenceOf('`a` ``b``')).toBeNull();
});
