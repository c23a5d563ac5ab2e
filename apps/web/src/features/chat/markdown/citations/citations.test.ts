import type { Source } from '@noek/contract/chat/answers';
import { expect, test } from 'vitest';
import { withLinks } from './citations.ts';

const source = (number: number, url: string, site: string): Source => ({ number, url, title: 't', site, quote: 'q' });
const sources = [
  source(1, 'https://a.example/x(1)', 'a.example'),
  source(2, 'https://b.example/?a=b&c', 'b.example'),
  source(3, 'javascript:alert(1)', 'c.example'),
];

test.each([
  ['Walnuts are seeds [1].', 'Walnuts are seeds [a.example](<https://a.example/x(1)>).'],
  [
    'Both [1][2] and [1, 2].',
    'Both [a.example](<https://a.example/x(1)>)[b.example](<https://b.example/?a=b&c>) and [a.example](<https://a.example/x(1)>) [b.example](<https://b.example/?a=b&c>).',
  ],
  ['Nobody [9] said [3] this [2, 9].', 'Nobody  said  this [b.example](<https://b.example/?a=b&c>).'],
  ['`a[1]` and ``b[2]``', '`a[1]` and ``b[2]``'],
  ['```js\na[1]\n```\nText [1]', '```js\na[1]\n```\nText [a.example](<https://a.example/x(1)>)'],
  ['[1](https://other.example) and [1]: https://x.example', '[1](https://other.example) and [1]: https://x.example'],
  ['- [ ] a task, [a word], [1234]', '- [ ] a task, [a word], [1234]'],
])('the copy of %j carries its links', (answer, copy) => {
  expect(withLinks(answer, sources)).toBe(copy);
});

test('the copy of a passage has the name of the knowledge base; several sources of one site have their numbers', () => {
  const passage = { ...source(4, '', 'Knowledge base'), kind: 'knowledge' as const };
  expect(withLinks('Biscuit [4].', [...sources, passage])).toBe('Biscuit [Knowledge base].');
  const local = [source(1, 'http://[::1]/a', '[::1]'), source(2, 'http://[::1]/b', '[::1]')];
  expect(withLinks('Here [2].', local)).toBe('Here [2 \\[::1\\]](<http://[::1]/b>).');
});

test('an answer without sources is copied as it is', () => {
  expect(withLinks('a[1] [2]', [])).toBe('a[1] [2]');
});
