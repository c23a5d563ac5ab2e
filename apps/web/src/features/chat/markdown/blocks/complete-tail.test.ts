import { expect, test } from 'vitest';
import { completeTail } from './complete-tail.ts';

test.each([
  ['Some **bold', 'Some **bold**'],
  ['Use `code', 'Use `code`'],
  ['See [the docs](https://exam', 'See the docs'],
])('%s shows as %s', (tail, shown) => {
  expect(completeTail(tail)).toBe(shown);
});

test.each(['Text\n-', 'Text\n1', 'Text\n2.', 'Text\n##', 'Text\n``', 'Text\n|', 'Text\n---', 'Text\n  -'])(
  'a line that may become something else is held back: %j',
  (tail) => {
    expect(completeTail(tail)).toBe('Text');
  },
);

test.each([
  '| Name | Size |',
  '| Name | Size |\n',
  '| Name | Size |\n|',
  '| Name | Size |\n| --- | --',
  '| Name | Size |\n| --- |\n',
])('an incomplete table head does not show as a paragraph: %j', (tail) => {
  expect(completeTail(tail)).toBe('');
});

test.each(['| Name | Size |\n| --- | --: |', '| Name | Size |\n| --- | --- |\n| a', 'a \\| b'])(
  'a whole table head and its rows show: %j',
  (tail) => {
    expect(completeTail(tail)).toBe(tail);
  },
);

test('an incomplete closing fence is not shown as code', () => {
  expect(completeTail('```ts\nlet a\n``')).toBe('```ts\nlet a');
  expect(completeTail('```ts\nlet a\n**x')).toBe('```ts\nlet a\n**x');
});
