import type { Source } from '@noek/contract/chat/answers';
import { expect, test } from 'vitest';
import { withLinks } from './citations.ts';

const source = (number: number, url: string): Source => ({ number, url, title: 't', site: 's', quote: 'q' });
const sources = [
  source(1, 'https://a.example/x(1)'),
  source(2, 'https://b.example/?a=b&c'),
  source(3, 'javascript:alert(1)'),
];

test.each([
  ['Walnuts are seeds [1].', 'Walnuts are seeds [1](<https://a.example/x(1)>).'],
  [
    'Both [1][2] and [1, 2].',
    'Both [1](<https://a.example/x(1)>)[2](<https://b.example/?a=b&c>) and [1](<https://a.example/x(1)>) [2](<https://b.example/?a=b&c>).',
  ],
  ['Nobody [9] said [3] this [2, 9].', 'Nobody  said  this [2](<https://b.example/?a=b&c>).'],
  ['`a[1]` and ``b[2]``', '`a[1]` and ``b[2]``'],
  ['```js\na[1]\n```\nText [1]', '```js\na[1]\n```\nText [1](<https://a.example/x(1)>)'],
  ['[1](https://other.example) and [1]: https://x.example', '[1](https://other.example) and [1]: https://x.example'],
  ['- [ ] a task, [a word], [1234]', '- [ ] a task, [a word], [1234]'],
])('the copy of %j carries its links', (answer, copy) => {
  expect(withLinks(answer, sources)).toBe(copy);
});

test('an answer without sources is copied as it is', () => {
  expect(withLinks('a[1] [2]', [])).toBe('a[1] [2]');
});
