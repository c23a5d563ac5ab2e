import { parseSearch } from '@noek/contract/chat/search-terms';
import { expect, test } from 'vitest';
import { snippetOf, titleSnippetOf } from './search-snippet.ts';

/** The snippet with its hits in brackets. */
function bracketed(content: string, q: string): string {
  const { snippet, marks } = snippetOf(content, parseSearch(q));
  return marks.reduceRight(
    (text, [at, length]) => `${text.slice(0, at)}[${text.slice(at, at + length)}]${text.slice(at + length)}`,
    snippet,
  );
}

test.each([
  ['The Café is naïve.', 'cafe naiv', 'The [Café] is [naïve].'],
  ['one\n\n  two\tthree', '"one two" thr', '[one] [two] [three]'],
  ['# Heading\n\n- a **bold** `word`', 'bold word', 'Heading a [bold] [word]'],
  ['> quoted\n\n```ts\nconst walnut = 1\n```', 'walnut', 'quoted const [walnut] = 1'],
  ['snake_case and __dunder__', 'case', 'snake_[case] and __dunder__'],
  ['use ``` for code', '```', 'use [```] for code'],
  ['東京タワーと東京駅', '東京', '[東京]タワーと[東京]駅'],
  ['Straße, STRASSE', 'straße', '[Straße], [STRASSE]'],
  ['walnut walnuts wall', 'wal', '[walnut] [walnuts] [wall]'],
  ['walnut walnuts', '"walnut"', '[walnut] walnuts'],
  ['İstanbul', 'istan', '[İstanbul]'],
])('of %j for %j', (content, q, expected) => {
  expect(bracketed(content, q)).toBe(expected);
});

test('a hit in a table is marked in the text of its cells', () => {
  const table = '| Kind | Good for |\n|---|---:|\n| Debounce | **lantern** search |\n| Throttle | `lantern` |';
  expect(bracketed(table, 'lantern')).toBe('Kind · Good for Debounce · [lantern] search Throttle · [lantern]');
});

test('a cut table neither starts nor ends with a cell separator', () => {
  const row = (cell: string) => `| ${Array.from({ length: 40 }, (_, i) => `${cell}${i}`).join(' | ')} |`;
  const table = (cell: string) => `${row(cell)}\n|---|\n| lantern |\n${row(cell)}`;
  const snippets = ['a', 'bc', 'def', 'ghij', 'klmno'].map((cell) => bracketed(table(cell), 'lantern'));
  for (const snippet of snippets) expect(snippet).toMatch(/^…\w.*\[lantern\].*\w…$/);
});

test('a hit in the address of a link shows the address', () => {
  expect(bracketed('See [the manual](https://example.com/harbour).', 'manual')).toBe('See the [manual].');
  expect(bracketed('See [the manual](https://example.com/harbour).', 'harbour')).toBe(
    'See [the manual](https://example.com/[harbour]).',
  );
});

test('a title is shown as it is written', () => {
  const { snippet, marks } = titleSnippetOf('# 5 **stars** | lantern', parseSearch('stars'));
  expect(snippet).toBe('# 5 **stars** | lantern');
  expect(marks).toEqual([[6, 5]]);
});

test('cuts a long text at spaces around its first hit', () => {
  const filler = Array.from({ length: 80 }, (_, i) => `word${i}`).join(' ');
  const text = bracketed(`${filler} lantern ${filler}`, 'lantern');
  expect(text).toMatch(/^…word\d+ .*\[lantern\] word0 .* word\d+…$/);
  expect(text.length).toBeLessThan(200);
});

test('cuts a text without spaces, never inside a character', () => {
  const { snippet, marks } = snippetOf(`${'😀'.repeat(300)}needle${'😀'.repeat(300)}`, parseSearch('needle'));
  expect(snippet.isWellFormed()).toBe(true);
  expect(marks.map(([at, length]) => snippet.slice(at, at + length))).toEqual(['needle']);
  const start = snippetOf('😀'.repeat(300), parseSearch('nothing'));
  expect(start.snippet.isWellFormed()).toBe(true);
  expect(start.marks).toEqual([]);
});

test('marks stay inside the snippet', () => {
  const { snippet, marks } = snippetOf('walnut '.repeat(500), parseSearch('walnut'));
  for (const [at, length] of marks) expect(snippet.slice(at, at + length)).toBe('walnut');
  expect(marks.length).toBeGreaterThan(10);
});
