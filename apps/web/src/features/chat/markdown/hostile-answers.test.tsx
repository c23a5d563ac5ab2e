// @vitest-environment happy-dom

import { isTooMuch } from '@noek/contract/text/markdown-bounds';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { spokenText } from '../thread/messages/spoken-text.ts';
import { BlockCutter } from './blocks/split-blocks.ts';
import { fencedCode } from './code/fenced-code.ts';
import Markdown from './markdown.tsx';
import { takeOutMaths } from './maths/maths.ts';
import { faultsIn } from './testing/faults-in.ts';
import { heavyAnswers } from './testing/heavy-answers.ts';
import { endlessPayloads, hostilePayloads } from './testing/hostile-payloads.ts';

let typeset: typeof import('./maths/typeset.ts').typeset;
beforeAll(async () => {
  // KaTeX reads this once when it loads; happy-dom does not support it.
  Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' });
  ({ typeset } = await import('./maths/typeset.ts'));
});

const isThorough = inject('isThorough');
const all = [...hostilePayloads, ...endlessPayloads];

function faultsOf(text: string, growing: boolean): string[] {
  const root = document.createElement('div');
  root.innerHTML = renderToStaticMarkup(<Markdown text={text} growing={growing} />);
  return faultsIn(root);
}

test.each([
  '<a href="javascript:x" rel="noopener noreferrer">x</a>',
  '<a href="/x" rel="noopener noreferrer">x</a>',
  '<a href="https://x.example">x</a>',
  '<p onclick="x">x</p>',
  '<p style="color:red">x</p>',
  '<p id="x">x</p>',
  '<p class="hacked">x</p>',
  '<img>',
  '<svg></svg>',
  '<span class="katex"><a>x</a></span>',
  '<span class="katex"><span style="background:url(x)">x</span></span>',
  '<script></script>',
])('%s would be found', (markup) => {
  const root = document.createElement('div');
  root.innerHTML = markup;
  expect(faultsIn(root).length).toBeGreaterThan(0);
});

test('there are many payloads, and no two are the same', () => {
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(200);
});

test.each(all)('%j does nothing, complete or while it streams', (payload) => {
  expect(faultsOf(payload, false)).toEqual([]);
  expect(faultsOf(`Before ${payload} after`, false)).toEqual([]);
  // e2e/hostile-answers.spec.ts streams them in smaller pieces in a browser.
  const step = isThorough ? 7 : 29;
  for (let length = step; length <= payload.length; length += step)
    expect(faultsOf(payload.slice(0, length), true), payload.slice(0, length)).toEqual([]);
});

test('payloads that end can be combined in one answer', () => {
  for (const payload of hostilePayloads)
    expect(new BlockCutter().cut(`${payload}\n\nAfter`).blocks.at(-1), payload).toBe('After');
});

test('formulas run, load and name nothing, and are built without markup', () => {
  let set = 0;
  for (const { tex } of all.flatMap((payload) => takeOutMaths(payload, false).taken)) {
    const element = tex === null ? null : typeset(tex, false);
    if (!element) continue;
    set += 1;
    expect(faultsIn(element), tex ?? '').toEqual([]);
    expect(element.querySelectorAll('img, a, script, [id], .hacked')).toHaveLength(0);
  }
  expect(set).toBeGreaterThan(5);
});

test('a formula that expands without end or defines commands shows its source', () => {
  expect(typeset('x^2', false)?.querySelector('.katex')).not.toBeNull();
  expect(typeset('\\def\\a{\\a\\a}\\a', false)).toBeNull();
  expect(typeset('\\newcommand{\\x}{y}\\x', true)).toBeNull();
  expect(typeset('\\frac{1', false)).toBeNull();
  expect(typeset(`${'{'.repeat(3_900)}`, false)).toBeNull();
});

/** The depth of nested elements. Takes markup, because parsing deep markup needs as much stack as its layout. */
function elementDepth(markup: string): number {
  let [depth, deepest] = [0, 0];
  for (const [tag, end] of markup.matchAll(/<(\/)?[a-z][^>]*>/g))
    if (end) depth -= 1;
    else if (!/^<(?:br|hr|img|input|path|rect|line|circle|polyline)\b/.test(tag)) deepest = Math.max(deepest, ++depth);
  return deepest;
}

/** Parts of an answer as it streams, and the whole. */
const shown: [name: string, growing: boolean, shownOf: (answer: string) => string][] = [
  ['complete', false, (answer) => answer],
  ['nearly complete', true, (answer) => answer.slice(0, answer.length * 0.99)],
  ['half', true, (answer) => answer.slice(0, answer.length * 0.5)],
  ['amid others', false, (answer) => `Before\n\n${answer}\n\nAfter`],
];

describe.each(Object.entries(heavyAnswers))('%s', (_, answer) => {
  test.each(isThorough ? shown : shown.slice(0, 2))('can be shown %s', (_, growing, shownOf) => {
    const markup = renderToStaticMarkup(<Markdown text={shownOf(answer)} growing={growing} />);
    // An incomplete table head is held back.
    if (!growing) expect(markup).not.toBe('');
    expect(elementDepth(markup)).toBeLessThan(250);
  });

  test('is read out, and its formulas are small or show their source', () => {
    expect(spokenText(answer).length).toBeLessThan(1_700);
    const code = fencedCode(answer);
    const texs = takeOutMaths(answer.slice(0, 20_000), false).taken.flatMap(({ tex }) => tex ?? []);
    for (const tex of [...texs.slice(0, 5), ...(code ? [code.code] : [])])
      expect(elementDepth(typeset(tex, true)?.outerHTML ?? '')).toBeLessThan(512);
  });

  test('is split as it grows without reading any text twice', () => {
    const cutter = new BlockCutter();
    const steps = 50;
    const longestLine = answer.split('\n').reduce((longest, line) => Math.max(longest, line.length), 0);
    let reading = 0;
    for (let step = 1; step <= steps; step++) {
      const text = answer.slice(0, Math.ceil((answer.length * step) / steps));
      const before = Math.ceil((answer.length * (step - 1)) / steps);
      cutter.cut(text);
      reading += Math.max(0, before - cutter.readFrom - longestLine);
    }
    expect(reading).toBe(0);
    expect(cutter.cut(answer).blocks.join('')).toBe(answer);
    expect(cutter.cut(answer).blocks.length).toBeLessThan(400);
  });
});

test('ordinary content is within the limits: long lists, code, tables and emphasis are rendered', () => {
  const list = Array.from({ length: 300 }, (_, n) => `${'  '.repeat(n % 6)}- **item** ${n} with _words_`).join('\n');
  const table = `| a | b |\n|---|---|\n${'| **1** | [x](https://a.example) |\n'.repeat(200)}`;
  const quote = '> > > a **b _c ~~d~~_**\n';
  const stars = '5 * 3 * 2, *Note, *see below, **kwargs and snake_case_name\n'.repeat(60);
  const code = `- a\n\n  \`\`\`c\n${'  **p = *q * *r;\n'.repeat(80)}  \`\`\`\n`;
  const rule = `${'- '.repeat(60)}\n`;
  for (const text of [list, table, quote, stars, code, rule]) expect(isTooMuch(text), text).toBe(false);
});

test('ordinary formulas are typeset, even one as deep as a continued fraction', () => {
  const fraction = `${'1+\\cfrac{1}{'.repeat(10)}x${'}'.repeat(10)}`;
  const greek = '\\alpha + \\beta + \\gamma '.repeat(40).concat('+ 1');
  const matrix = `\\begin{pmatrix}${Array.from({ length: 8 }, () => 'a & b & c & d').join('\\\\')}\\end{pmatrix}`;
  const sum = `\\sum_{i=1}^{n} \\left( \\frac{x_i - \\bar{x}}{\\sqrt{\\sigma^{2}}} \\right)^{2}`;
  for (const tex of [fraction, greek, matrix, sum]) expect(typeset(tex, true), tex).not.toBeNull();
});
