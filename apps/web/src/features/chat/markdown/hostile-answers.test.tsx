// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import Markdown from './markdown.tsx';
import { takeOutMaths } from './maths.ts';
import { BlockCutter } from './split-blocks.ts';
import { faultsIn } from './testing/faults-in.ts';
import { endlessPayloads, hostilePayloads } from './testing/hostile-payloads.ts';

let typeset: typeof import('./typeset.ts').typeset;
beforeAll(async () => {
  // KaTeX asks once, when it is loaded; happy-dom does not know.
  Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' });
  ({ typeset } = await import('./typeset.ts'));
});

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

test('there are many, and no two are the same', () => {
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(200);
});

test.each(all)('%j does nothing, whole or on its way', (payload) => {
  expect(faultsOf(payload, false)).toEqual([]);
  expect(faultsOf(`Before ${payload} after`, false)).toEqual([]);
  // In a browser they come in smaller pieces: e2e/hostile-answers.spec.ts.
  for (let length = 7; length <= payload.length; length += 7)
    expect(faultsOf(payload.slice(0, length), true), payload.slice(0, length)).toEqual([]);
});

test('what has an end ends: the payloads can stand in one answer', () => {
  for (const payload of hostilePayloads)
    expect(new BlockCutter().cut(`${payload}\n\nAfter`).blocks.at(-1), payload).toBe('After');
});

test('formulas run, load and name nothing, and are made without markup', () => {
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

test('a formula that would unfold without end, or defines commands, stays as it was written', () => {
  expect(typeset('x^2', false)?.querySelector('.katex')).not.toBeNull();
  expect(typeset('\\def\\a{\\a\\a}\\a', false)).toBeNull();
  expect(typeset('\\newcommand{\\x}{y}\\x', true)).toBeNull();
  expect(typeset('\\frac{1', false)).toBeNull();
  expect(typeset(`${'{'.repeat(3_900)}`, false)).toBeNull();
});
