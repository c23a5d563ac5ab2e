import { expect, test } from 'vitest';
import { markdownToText } from './markdown-to-text.ts';

const table = `| Kind | First call | Good for |
|---|:---:|---:|
| **Debounce** | waits | \`search\` |
| a \\| b | | [the manual](https://example.com/a_b_c) |`;

test.each([
  ['### Debounce the value', 'Debounce the value'],
  ['Title\n=====\ntext\n\n---\n* * *', 'Title\ntext\n'],
  ['- one\n  * two\n1. three\n2) four\n- [x] done\n- [ ] open', 'one\ntwo\nthree\nfour\ndone\nopen'],
  ['> quoted\n> > - deeper', 'quoted\ndeeper'],
  ['**bold**, *soft* and ***both***; _soft_, __very bold__', 'bold, soft and both; soft, very bold'],
  ['**with `code` in it**', 'with code in it'],
  ['**Note:**text and ~~gone~~', 'Note:text and gone'],
  [
    '2 * 3 * 4, 2**3, a*b, snake_case_name, __init__, _private',
    '2 * 3 * 4, 2**3, a*b, snake_case_name, __init__, _private',
  ],
  ['`a_b_c`, `**p`, ``with ` tick``', 'a_b_c, **p, with ` tick'],
  ['see [the *manual*](https://example.com "Manual"), ![a lantern](x.png)', 'see the manual, a lantern'],
  ['[![badge](b.svg)](https://example.com) <https://example.com/a>', 'badge https://example.com/a'],
  ['an [array][0] of [words] and f(x)[1]', 'an [array][0] of [words] and f(x)[1]'],
  ['\\*not soft\\* \\# 5', '*not soft* # 5'],
  ['one<br>two<br/>three', 'one two three'],
  [
    '```python\n# a comment\n- not a list | at all\n**kwargs\n```\nafter',
    '# a comment\n- not a list | at all\n**kwargs\nafter',
  ],
  ['~~~\n```\n~~~\n# after', '```\nafter'],
  ['````\n```\n````', '```'],
  [table, 'Kind · First call · Good for\nDebounce · waits · search\na | b · the manual'],
  ['Kind | Good for\n--- | ---\nDebounce | search\n\nthis | that', 'Kind · Good for\nDebounce · search\n\nthis | that'],
])('of %j', (markdown, words) => {
  expect(markdownToText(markdown)).toBe(words);
});

// A pattern that backtracks on this would not return.
test.each(['[', '](', '*', '_', '`', '``a', '|', '![', '> ', '- ', '\\', '<', '_a ', '|-', '*a '])(
  'a long message of nothing but %j',
  (sign) => {
    const text = sign.repeat(Math.ceil(200_000 / sign.length));
    expect(markdownToText(text).length).toBeLessThanOrEqual(text.length);
  },
);

const blanks = ' '.repeat(200_000);

// Each would take minutes with a backtracking pattern.
test.each([
  ['a table without a rule', `|\n-${blanks}x`],
  ['a line of blanks before a cell', `|${blanks}x|\n${blanks}-|`],
  ['a rule that is none', `|\n${blanks}-${blanks}x`],
  ['half a rule', `-${blanks}|${blanks}-${blanks}x`],
  ['quotes', `${'>'.repeat(100_000)}x`],
  ['emphasis', `${'***'.repeat(50_000)}a${'***'.repeat(50_000)}`],
  ['brackets', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['links in links', `${'['.repeat(20_000)}a${'](x)'.repeat(20_000)}`],
  ['fences of all lengths', Array.from({ length: 600 }, (_, n) => '`'.repeat(n + 1)).join(' ')],
  ['an endless rule', `${'- '.repeat(100_000)}x`],
])('comes to an end with %s', (_, text) => {
  expect(markdownToText(text).length).toBeLessThanOrEqual(text.length);
});
