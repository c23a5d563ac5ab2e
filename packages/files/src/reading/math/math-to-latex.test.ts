import { expect, test } from 'vitest';
import { eachUnit } from '../word-tree.ts';
import { latexOf } from './math-to-latex.ts';

const latex = (content: string) => {
  let text = '';
  eachUnit(`<m:oMath>${content}</m:oMath>`, new Set(['oMath']), {
    unit: (node) => {
      text = latexOf(node);
    },
  });
  return text;
};
const r = (text: string, properties = '') => `<m:r><m:rPr>${properties}</m:rPr><m:t>${text}</m:t></m:r>`;
const e = (text: string) => `<m:e>${r(text)}</m:e>`;
const of = (name: string, content: string, properties = '') =>
  `<m:${name}><m:${name}Pr>${properties}</m:${name}Pr>${content}</m:${name}>`;

test.each([
  ['powers', of('sSup', `${e('c')}<m:sup>${r('2')}</m:sup>`), 'c^{2}'],
  ['powers of more than a letter', of('sSup', `${e('ab')}<m:sup>${r('2')}</m:sup>`), '{ab}^{2}'],
  ['indices', of('sSubSup', `${e('x')}<m:sub>${r('i')}</m:sub><m:sup>${r('2')}</m:sup>`), 'x_{i}^{2}'],
  ['indices before', of('sPre', `<m:sub>${r('1')}</m:sub><m:sup>${r('2')}</m:sup>${e('H')}`), '{}_{1}^{2} H'],
  ['fractions', of('f', `<m:num>${r('a')}</m:num><m:den>${r('b')}</m:den>`), '\\frac{a}{b}'],
  [
    'fractions in a line',
    of('f', `<m:num>${r('a')}</m:num><m:den>${r('b')}</m:den>`, '<m:type m:val="lin"/>'),
    '{a}/{b}',
  ],
  ['roots', of('rad', `<m:deg>${r('3')}</m:deg>${e('x')}`), '\\sqrt[3]{x}'],
  ['square roots', of('rad', `<m:deg/>${e('x')}`, '<m:degHide m:val="1"/>'), '\\sqrt{x}'],
  [
    'sums',
    of('nary', `<m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup>${e('i')}`, '<m:chr m:val="∑"/>'),
    '\\sum_{i=1}^{n} i',
  ],
  ['integrals', of('nary', `<m:sub/><m:sup/>${e('x')}`), '\\int x'],
  ['brackets', of('d', e('a') + e('b'), '<m:begChr m:val="["/><m:endChr m:val="]"/>'), '[a | b]'],
  [
    'cases',
    of('d', `<m:e>${of('eqArr', e('1') + e('2'))}</m:e>`, '<m:begChr m:val="{"/><m:endChr m:val=""/>'),
    '\\begin{cases} 1 \\\\ 2 \\end{cases}',
  ],
  [
    'matrices',
    of('m', `<m:mr>${e('1')}${e('0')}</m:mr><m:mr>${e('0')}${e('1')}</m:mr>`),
    '\\begin{matrix} 1 & 0 \\\\ 0 & 1 \\end{matrix}',
  ],
  ['functions', of('func', `<m:fName>${r('log')}</m:fName>${e('x')}`), '\\log x'],
  ['functions in single letters', of('func', `<m:fName>${r('l')}${r('o')}${r('g')}</m:fName>${e('x')}`), '\\log x'],
  ['limits', of('limLow', `${e('lim')}<m:lim>${r('x→0')}</m:lim>`), '\\lim_{x→0}'],
  ['accents', of('acc', e('v'), '<m:chr m:val="\u20d7"/>'), '\\vec{v}'],
  ['bars', of('bar', e('x'), '<m:pos m:val="top"/>'), '\\overline{x}'],
  ['braces', of('groupChr', e('x')), '\\underbrace{x}'],
  ['words', r('if even', '<m:nor/>'), '\\text{if even}'],
  ['plain letters instead of styled ones', r('𝑥−𝟐'), 'x-2'],
  ['signs with a meaning in LaTeX', r('5% of $3 {a_b}'), '5\\% of \\$3 \\{a\\_b\\}'],
  ['powers that were typed', r('y') + r('^') + r('2'), 'y^2'],
  ['LaTeX that was typed', r('\\in') + r('t_{0}^1 x'), '\\int_{0}^1 x'],
  ['what is deleted', `<w:del>${r('x')}</w:del>${r('y')}`, 'y'],
])('%s', (_, content, expected) => {
  expect(latex(content)).toBe(expected);
});
