import { expect, test } from 'vitest';
import { attributesIn, elementsIn } from './elements.ts';

const typed = (text: string) =>
  elementsIn(text, ['details'], (_, attributes) => attributes.has('type')).map((part) =>
    typeof part === 'string'
      ? part
      : { [part.attributes.get('type') ?? '']: part.inside, ...(!part.isWhole && { isWhole: false }) },
  );

test.each<[string, string, unknown[]]>([
  ['in a text', 'A<details type="x">B</details>C', ['A', { x: 'B' }, 'C']],
  [
    'one in another',
    '<details type="x">a<details type="y">b</details>c</details>d',
    ['', { x: 'a<details type="y">b</details>c' }, 'd'],
  ],
  ['without an end', 'A<details type="x">B', ['A', { x: 'B', isWhole: false }]],
  ['without a start', 'A</details>B', ['A</details>B']],
  ['of another kind', 'A<details>B</details>C', ['A<details>B</details>C']],
  [
    'with their attributes in any order and quotes',
    `<details open id='a>b' type='x'>B</details>`,
    ['', { x: 'B' }, ''],
  ],
  [
    'in a code block',
    '```\n<details type="x">\n```\n<details type="y">B</details>',
    ['```\n<details type="x">\n```\n', { y: 'B' }, ''],
  ],
  [
    'after one with a code block that does not end',
    '<details type="x">```</details><details type="y">B</details>',
    ['', { x: '```' }, '', { y: 'B' }, ''],
  ],
])('elements %s are found', (_, text, expected) => {
  expect(typed(text)).toEqual(expected);
});

test('values of attributes are unescaped', () => {
  expect([...attributesIn('a="1 &lt; 2 &amp; &quot;3&quot;" b=x c=“y z”')]).toEqual([
    ['a', '1 < 2 & "3"'],
    ['b', 'x'],
    ['c', 'y z'],
  ]);
});

test('texts that would take hours if they were searched again from each sign are read', () => {
  for (const text of [
    '<details '.repeat(100_000),
    '<details "'.repeat(100_000),
    '<details>'.repeat(100_000),
    '```\n<details>\n'.repeat(30_000),
  ]) {
    typed(text);
  }
});
