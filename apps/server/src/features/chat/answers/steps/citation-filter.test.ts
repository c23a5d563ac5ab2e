import { expect, test } from 'vitest';
import { CitationFilter } from './citation-filter.ts';

const filterOf = (before = '', isOn = true) =>
  new CitationFilter(before, { isOn: () => isOn, isSource: (number) => number <= 2 });

const cases: [text: string, shown: string][] = [
  ['Walnuts are seeds [1]. Cakes are old [2].', 'Walnuts are seeds [1]. Cakes are old [2].'],
  ['Nobody said this [7]. Nor this[9].', 'Nobody said this. Nor this.'],
  ['Some of it [1, 7] and [7,9] and [2, 1].', 'Some of it [1] and and [2, 1].'],
  ['Both [1][8][2]', 'Both [1][2]'],
  ['[9] begins and ends [9]', ' begins and ends'],
  ['`a[7]` and ``b`[8]`` but [7] no', '`a[7]` and ``b`[8]`` but no'],
  ['```js\nlet x = a[7];\n```\nText [7].', '```js\nlet x = a[7];\n```\nText.'],
  ['~~~\na [7]\n```\n[8]\n~~~\nText [7].', '~~~\na [7]\n```\n[8]\n~~~\nText.'],
  ['An open `tick\n\nand [7] after', 'An open `tick\n\nand after'],
  [
    'A link [7](https://a.example) and\n[7]: https://a.example',
    'A link [7](https://a.example) and\n[7]: https://a.example',
  ],
  ['- [ ] a task, [a word], [1234], [', '- [ ] a task, [a word], [1234], ['],
  [`${' '.repeat(100)}x [7`, `${' '.repeat(100)}x [7`],
];

test.each(cases)('of %j it leaves %j, however it is cut', (text, shown) => {
  for (const size of [1, 2, 3, 5, 1_000]) {
    const filter = filterOf();
    let out = '';
    for (let at = 0; at < text.length; at += size) out += filter.write(text.slice(at, at + size));
    expect(out + filter.end(), `pieces of ${size}`).toBe(shown);
  }
});

test('it holds back only what may be a citation', () => {
  const filter = filterOf();
  expect(filter.write('Seeds [')).toBe('Seeds');
  expect(filter.write('7')).toBe('');
  expect(filter.write('] and')).toBe(' and');
});

test('it knows where it is in text that was there before', () => {
  const filter = filterOf('Text\n```js\nlet x = ');
  expect(filter.write('a[7]\n```\nText [7].') + filter.end()).toBe('a[7]\n```\nText.');
});

test('while there are no sources, nothing is changed or held back', () => {
  expect(filterOf('', false).write('Nobody [7')).toBe('Nobody [7');
});
