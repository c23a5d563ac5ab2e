import { expect, test } from 'vitest';
import { takeOutMaths } from './maths.ts';

const texs = (block: string, growing = false) => takeOutMaths(block, growing).taken.map(({ tex }) => tex);
const displays = (block: string) =>
  takeOutMaths(block, false).taken.map((entry) => entry.tex !== null && entry.display);

test.each([
  ['$x$', ['x']],
  ['a $x_1$, $y_2$-axis ($z$)', ['x_1', 'y_2', 'z']],
  ['**$x$** and _$y$_', ['x', 'y']],
  ['$5$ is $2 + 3$', ['5', '2 + 3']],
  ['\\(a\\) and \\[b\\]', ['a', 'b']],
  ['$$a$$', ['a']],
  ['$$\na\n+ b\n$$', ['a\n+ b']],
  ['\\[\na \\\\[2pt]\nb\n\\]', ['a \\\\[2pt]\nb']],
  ['> $$\n> a\n> $$', ['a']],
  ['$a \\$ b$', ['a \\$ b']],
  ['| $\\|x\\|$ |', ['|x|']],
  ['`$` $x$ ``a ` $y$``', ['x']],
  ['```sh\necho $x$\n```\n$z$', ['z']],
  ['- ```sh\n  $x$\n  ```\n- $z$', ['z']],
  ['\n```\n$x$\n```\n', []],
  ['若$x$为整数，且$x^2>1$。', ['x', 'x^2>1']],
  ['中心を$O$とし、$r$は半径', ['O', 'r']],
  ['변수 $n$은 자연수', ['n']],
  ['\\begin{align}\na &= b\n\\end{align}', ['\\begin{align}\na &= b\n\\end{align}']],
  ['1. \\begin{cases} a \\end{cases}', ['\\begin{cases} a \\end{cases}']],
  ['> \\begin{gather*}\n> a\n> \\end{gather*}', ['\\begin{gather*}\na\n\\end{gather*}']],
])('%j has the formulas %j', (block, expected) => {
  expect(texs(block)).toEqual(expected);
});

test.each([
  'It costs $5 and $10.',
  'Between $20-$30, or $1,000/$2k',
  'A $10 bill and a 20$ bill',
  'US$5 and A$6',
  'Set $HOME and $PATH, $HOME/$USER',
  'Escaped \\$x\\$',
  'Spaces $ x $',
  'Empty $$$$ and \\(\\) and \\[ \\]',
  'Empty $$',
  'Not closed $x, \\(y, \\[z',
  'Not over paragraphs $x\n\ny$ \\(x\n\ny\\)',
  'a \\\\(x\\\\)',
  '| $a | b$ |',
  '`$x$`',
  'No maths at all',
  '从$5到$10，或$20。',
  '変数$HOMEと$PATHです',
  'Use \\begin{align} here',
  '\\begin{tabular} a \\end{tabular}',
  'Not closed\n\n\\begin{align}\n\na\\end{align}',
  '`\\begin{align}a\\end{align}`',
])('%j has no formulas', (block) => {
  expect(takeOutMaths(block, false)).toEqual({ text: block, taken: [] });
});

test('a formula that is written as display maths is on its own line', () => {
  expect(displays('\\[a\\] and $$b$$ and $c$ and \\(d\\)')).toEqual([true, false, false, false]);
  expect(displays('$$b$$')).toEqual([true]);
  expect(displays('1. $$b$$.\n   $$\n   c\n   $$')).toEqual([true, true]);
});

test.each([
  ['Text \\(a_1 + *b', 'Text ', '\\(a_1 + *b'],
  ['Text $$a_1', 'Text ', '$$a_1'],
  ['\\[\na_1\n+ b', '', '\\[\na_1\n+ b'],
  ['With $a_{1', 'With ', '$a_{1'],
  ['So:\n\\begin{align}\na *b', 'So:\n', '\\begin{align}\na *b'],
])('the beginning of a growing formula is not read as Markdown: %j', (block, before, source) => {
  const { text, taken } = takeOutMaths(block, true);
  expect(text).toBe(`${before}\u2e280\u2e29`);
  expect(taken).toEqual([{ tex: null, source }]);
  expect(takeOutMaths(block, false).taken).toEqual([]);
});

test.each(['It costs $5 **and', 'Set $HOME and', 'US$a_', '\\(a\n\nb'])('%j grows as text', (block) => {
  expect(takeOutMaths(block, true).taken).toEqual([]);
});

test('text with the characters of a placeholder does not change', () => {
  expect(texs('$x$ \u2e280\u2e29')).toEqual([]);
});

test('text that is built to be slow is read fast', () => {
  for (const piece of ['$a', '\\(', '\\[a', '`$', '$$a ', '```', '$a$b', '\\begin{align}\n', '\n\\begin{align}x'])
    expect(takeOutMaths(piece.repeat(8_000), true).text).not.toBe('');
});
