import { expect, test } from 'vitest';
import { xmlTree } from '../xml-tree.ts';
import { latexOf } from './math-text.ts';

const run = (text: string) => `<m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>${text}</m:t></m:r>`;
const latex = (content: string) => latexOf(xmlTree(`<m:oMath>${content}</m:oMath>`));

test.each([
  ['a fraction', `<m:f><m:num>${run('a+b')}</m:num><m:den>${run('2')}</m:den></m:f>`, '\\frac{a+b}{2}'],
  ['a root', `<m:rad><m:deg>${run('3')}</m:deg><m:e>${run('x')}</m:e></m:rad>`, '\\sqrt[3]{x}'],
  [
    'a sum',
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${run('i=1')}</m:sub><m:sup>${run('n')}</m:sup><m:e>${run('i')}</m:e></m:nary>`,
    '\\sum_{i=1}^n i',
  ],
  [
    'indices below and above',
    `<m:sSubSup><m:e>${run('ab')}</m:e><m:sub>${run('i')}</m:sub><m:sup>${run('10')}</m:sup></m:sSubSup>`,
    '{ab}_i^{10}',
  ],
  ['brackets', `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>${run('x')}</m:e></m:d>`, '[x]'],
  ['a function', `<m:func><m:fName>${run('sin')}</m:fName><m:e>${run('x')}</m:e></m:func>`, '\\sin x'],
  [
    'a matrix',
    `<m:m><m:mr><m:e>${run('1')}</m:e><m:e>${run('2')}</m:e></m:mr><m:mr><m:e>${run('3')}</m:e><m:e>${run('4')}</m:e></m:mr></m:m>`,
    '\\begin{matrix}1 & 2 \\\\ 3 & 4\\end{matrix}',
  ],
  ['signs of LaTeX', run('5 % of {x}'), '5 \\% of \\{x\\}'],
])('%s', (_, content, expected) => {
  expect(latex(content)).toBe(expected);
});
