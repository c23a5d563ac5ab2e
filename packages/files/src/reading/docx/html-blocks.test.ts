import { expect, test } from 'vitest';
import { joined } from './blocks.ts';
import { equationText } from './fields/equation-field.ts';
import { htmlBlocks } from './html-blocks.ts';

const text = (html: string) => joined(htmlBlocks(html));

test('a page keeps headings, lists, tables and links', () => {
  expect(
    text(
      '<!DOCTYPE html><style>p{}</style><h1>Big</h1><p>One<br>two <a href="https://example.org/x">there</a></p><ol><li>First<li><p>Second</p></li></ol><table><tr><th>a</th><td>b | c</td></tr><tr><td><p>d</p><p>e</p><td>f</table>end &#x1F600; &euro;<script>if (a < b) no()</script>',
    ),
  ).toBe(
    '# Big\n\nOne\ntwo there (https://example.org/x)\n\n1. First\n2. Second\n\n| a | b \\| c |\n| d e | f |\n\nend 😀 €',
  );
});

test('broken and hostile pages end soon', () => {
  const started = performance.now();
  for (const part of ['<a ', '<!--', '<table>', '<', '&', '<li>', '</p>', '<script>', '<td>'])
    text(part.repeat(100_000));
  expect(performance.now() - started).toBeLessThan(20_000);
});

test('equations in fields', () => {
  expect(equationText('\\f(1,\\r(x))')).toBe('1/√(x)');
  expect(equationText('\\i\\su(1,n,x)')).toBe('∫ 1 n x');
  expect(equationText('x\\s\\up8(2)')).toBe('x^2');
  expect(equationText('\\b\\bc\\[(a)')).toBe('(a)');
  expect(equationText('\\f('.repeat(5000)).length).toBeLessThan(20_000);
});
