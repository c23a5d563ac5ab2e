import { elementAt, elementsOf, textWithin, type XmlNode } from '../xml-tree.ts';

/** A formula of an office document (ECMA-376, 22.1) in LaTeX. */
export const latexOf = (math: XmlNode): string => inside(math).replace(/\s+/g, ' ').trim();

const inside = (node: XmlNode | undefined): string => (node ? elementsOf(node).map(partOf).join('') : '');
const braced = (text: string) => (/^[\p{L}\p{N}]$/u.test(text) ? text : `{${text}}`);
const property = (node: XmlNode, group: string, name: string): string | undefined => {
  const { attributes = {} } = elementAt(node, group, name) ?? {};
  return Object.entries(attributes).find(([attribute]) => /(^|:)val$/.test(attribute))?.[1];
};
const inner = (node: XmlNode, name: string) => inside(elementAt(node, name));
const below = (node: XmlNode) => `_${braced(inner(node, 'sub'))}`;
const above = (node: XmlNode) => `^${braced(inner(node, 'sup'))}`;

const large: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∬': '\\iint',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
};
const accents: Readonly<Record<string, string>> = {
  '\u0302': '\\hat',
  '\u0303': '\\tilde',
  '\u0304': '\\bar',
  '\u0305': '\\overline',
  '\u0307': '\\dot',
  '\u0308': '\\ddot',
  '\u20d7': '\\vec',
};
const functions =
  /^(sin|cos|tan|cot|sec|csc|sinh|cosh|tanh|arcsin|arccos|arctan|log|ln|lg|exp|lim|min|max|sup|inf|det|gcd)$/;

const parts: Readonly<Record<string, (node: XmlNode) => string>> = {
  r: (node) =>
    elementsOf(node, 't')
      .map(textWithin)
      .join('')
      .replace(/[%#&_{}$]/g, '\\$&'),
  f: (node) =>
    property(node, 'fPr', 'type') === 'lin'
      ? `${inner(node, 'num')}/${inner(node, 'den')}`
      : `\\frac{${inner(node, 'num')}}{${inner(node, 'den')}}`,
  sSup: (node) => `${base(node)}${above(node)}`,
  sSub: (node) => `${base(node)}${below(node)}`,
  sSubSup: (node) => `${base(node)}${below(node)}${above(node)}`,
  sPre: (node) => `{}${below(node)}${above(node)}${base(node)}`,
  rad: (node) => {
    const degree = inner(node, 'deg');
    return `\\sqrt${degree && `[${degree}]`}{${inner(node, 'e')}}`;
  },
  nary: (node) => {
    const sign = property(node, 'naryPr', 'chr') ?? '∫';
    const limits = [inner(node, 'sub') && below(node), inner(node, 'sup') && above(node)].join('');
    return `${large[sign] ?? sign}${limits} ${inner(node, 'e')}`;
  },
  d: (node) => {
    const between = property(node, 'dPr', 'sepChr') ?? '|';
    const content = elementsOf(node, 'e').map(inside).join(between);
    return `${property(node, 'dPr', 'begChr') ?? '('}${content}${property(node, 'dPr', 'endChr') ?? ')'}`;
  },
  func: (node) => `${functionName(inner(node, 'fName'))} ${inner(node, 'e')}`,
  limLow: (node) => `${functionName(inner(node, 'e'))}_${braced(inner(node, 'lim'))}`,
  limUpp: (node) => `${functionName(inner(node, 'e'))}^${braced(inner(node, 'lim'))}`,
  acc: (node) => `${accents[property(node, 'accPr', 'chr') ?? '\u0302'] ?? '\\hat'}{${inner(node, 'e')}}`,
  bar: (node) => `${property(node, 'barPr', 'pos') === 'top' ? '\\overline' : '\\underline'}{${inner(node, 'e')}}`,
  m: (node) =>
    `\\begin{matrix}${elementsOf(node, 'mr')
      .map((row) => elementsOf(row, 'e').map(inside).join(' & '))
      .join(' \\\\ ')}\\end{matrix}`,
  eqArr: (node) => `\\begin{aligned}${elementsOf(node, 'e').map(inside).join(' \\\\ ')}\\end{aligned}`,
};

/** What is raised or lowered, in braces if it is more than a sign. */
function base(node: XmlNode): string {
  const text = inner(node, 'e');
  return /^[^\s]?$|^\d+$|^[(\\]/.test(text) ? text : `{${text}}`;
}

const functionName = (name: string) => (functions.test(name) ? `\\${name}` : name);

const partOf = (node: XmlNode): string => (node.name.endsWith('Pr') ? '' : (parts[node.name] ?? inside)(node));
