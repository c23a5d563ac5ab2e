import { openFenceOf } from '@noek/contract/text/markdown-fences';
import { expect, test } from 'vitest';
import { BlockCutter, usedDefinitions } from './split-blocks.ts';

const splitBlocks = (text: string) => new BlockCutter().cut(text).blocks;

test('paragraphs, headings and fences are separate blocks', () => {
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

test('blank lines inside an open fence or HTML do not end a block', () => {
  expect(splitBlocks('~~~\na\n\n```\n\nb')).toEqual(['~~~\na\n\n```\n\nb']);
  expect(splitBlocks('<!-- a\n\nb -->\n\nc')).toEqual(['<!-- a\n\nb -->\n\n', 'c']);
  expect(splitBlocks('<pre>\n\na\n</pre>\n\nb')).toEqual(['<pre>\n\na\n</pre>\n\n', 'b']);
});

test('a longer fence contains shorter ones', () => {
  expect(splitBlocks('````md\n```\n\nx\n```\n````\n\ny')).toEqual(['````md\n```\n\nx\n```\n````\n\n', 'y']);
});

test('the joined pieces are the text', () => {
  const text = 'a\n\n\n\nb\n \n- c\n\n> d\n\n\n| a |\n| - |\n\ne\n';
  expect(splitBlocks(text).join('')).toBe(text);
  expect(splitBlocks('')).toEqual([]);
});

test('link definitions and footnotes reach the blocks that may use them', () => {
  const { blocks, definitions } = new BlockCutter().cut(
    'See [docs][1] and[^a].\n\n[1]: https://example.com/\n\n[^a]: note\n',
  );
  expect(blocks).toHaveLength(3);
  expect(definitions).toBe('[1]: https://example.com/\n[^a]:');
  expect(usedDefinitions(blocks[0] ?? '', definitions)).toBe(definitions);
  expect(usedDefinitions('[What\n it is][1] and [2]', definitions)).toBe('[1]: https://example.com/');
  expect(usedDefinitions('No link', definitions)).toBe('');
  expect(usedDefinitions('- ```\n  a[1]', definitions)).toBe('');
});

test('a growing text is split like a complete one, and settled blocks do not change', () => {
  const text = '# A\n\n- b\n\n- c\n\n1. d\n\n```js\n\ne\n```\n\n[1]: https://example.com/\n\n> f\n\n10) g\n\nh';
  const cutter = new BlockCutter();
  let before: string[] = [];
  for (let length = 0; length <= text.length; length += 1) {
    const cut = cutter.cut(text.slice(0, length));
    expect(cut).toEqual(new BlockCutter().cut(text.slice(0, length)));
    const settled = before.slice(0, -2);
    expect(cut.blocks.slice(0, settled.length)).toEqual(settled);
    before = cut.blocks;
  }
  expect(cutter.cut('Another\n\ntext').blocks).toEqual(['Another\n\n', 'text']);
});

test('an open fence is found, a closed one is not', () => {
  expect(openFenceOf('```js\nx')).toEqual({ marker: '`', length: 3 });
  expect(openFenceOf('```js\nx\n```\n')).toBeNull();
  expect(openFenceOf('`a` ``b``')).toBeNull();
});

test('details stay together; only their mention does not begin them, and endless ones are cut', () => {
  const cut = (text: string) => new BlockCutter().cut(text).blocks;
  expect(cut('<details>\n\na\n\nb\n\n</details>\n\nc')).toEqual(['<details>\n\na\n\nb\n\n</details>\n\n', 'c']);
  expect(cut('Use `<details>`.\n\na\n\nb')).toHaveLength(3);
  expect(cut(`<details>\n\n${'some words\n\n'.repeat(3_000)}`).length).toBeGreaterThan(2);
});
