import { expect, test } from 'vitest';
import { lengthenOuterFences } from './nested-fences.ts';

const file = '```markdown\n# Read me\n```sh\nnpm i\n```\nMore.\n```\nThe end.';

test('a block of Markdown with blocks of code in it is one block', () => {
  expect(lengthenOuterFences(`Here:\n${file}`, false)).toBe(
    'Here:\n````markdown\n# Read me\n```sh\nnpm i\n```\nMore.\n````\nThe end.',
  );
  expect(lengthenOuterFences('~~~md\n~~~js\n1\n~~~\n~~~', false)).toBe('~~~~md\n~~~js\n1\n~~~\n~~~~');
});

test.each([
  'Words\n```js\n```markdown\n```\n',
  '```markdown\n# Title\n```\n\n```js\n1\n```\n',
  '````markdown\n```js\n1\n```\n````\n',
  // It would never end.
  '```markdown\n```sh\nnpm i\n```\nWords\n\n```js\n1\n```\n',
])('other blocks stay: %j', (text) => {
  expect(lengthenOuterFences(text, false)).toBe(text);
});

test('while it grows, an inner block does not end it', () => {
  const grown = '```md\n# Title\n```sh\nnpm i\n```\nMore';
  expect(lengthenOuterFences(grown, true)).toBe(grown.replace('```md', '````md'));
  expect(lengthenOuterFences(grown, false)).toBe(grown);
});
