// @vitest-environment happy-dom
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Formula } from './formula.tsx';

// KaTeX reads this once when it loads; happy-dom does not support it.
beforeAll(() => Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' }));
afterEach(cleanup);

test('chemistry is typeset once its code has loaded, also beside an ordinary formula', async () => {
  render(
    <>
      <Formula tex="x^2" source="$x^2$" display={false} />
      <Formula tex="\ce{2 H2 + O2 -> 2 H2O}" source="$\ce{2 H2 + O2 -> 2 H2O}$" display={false} />
    </>,
  );
  await waitFor(() => expect(document.querySelectorAll('.katex')).toHaveLength(2));
  expect(document.querySelector('.formula-source')).toBeNull();
});

test('an environment without dollars is typeset', async () => {
  const tex = '\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}';
  render(<Formula tex={tex} source={tex} display />);
  await waitFor(() => expect(document.querySelector('.katex-display')).not.toBeNull());
});

test('chemistry brings no links, styles or endless formulas', async () => {
  await import('./chemistry.ts');
  const { typeset } = await import('./typeset.ts');
  for (const tex of ['\\ce{\\href{javascript:hacked()}{x}}', '\\ce{$\\htmlStyle{position:fixed}{x}$}'])
    expect(typeset(tex, false)?.querySelector('a, [style*="fixed"]') ?? null).toBeNull();
  for (const piece of ['A', 'A^', '->', '(', '{', '$', '\\ce{'])
    expect(typeset(`\\ce{${piece.repeat(1_000)}}`, false)?.querySelector('script') ?? null).toBeNull();
});
