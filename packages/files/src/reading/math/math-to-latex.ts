import { childOf, propertyOf, switchOf, type XmlNode } from '../word-tree.ts';
import { accents, brackets, knownFunctions, largeOperators, mathCharacters } from './math-signs.ts';

/** An equation as LaTeX (ECMA-376, 22.1). */
export function latexOf(equation: XmlNode): string {
  const typed = typedLatex(equation);
  if (typed !== null) return typed;
  // Some write a power as a line, with its sign.
  return inner(equation)
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\^ ?/g, '^')
    .replace(/\^$/, '\\^{}')
    .trim();
}

/** An equation that was typed in LaTeX and not yet built up by Word. */
function typedLatex(equation: XmlNode): string | null {
  if (equation.children.some(({ name }) => name !== 'r')) return null;
  const text = equation.children.map((child) => childOf(child, 't')?.text ?? '').join('');
  return /\\[A-Za-z]{2,}/.test(text) ? text.trim() : null;
}

type Writer = (node: XmlNode) => string;

const inner = (node: XmlNode | undefined): string =>
  node
    ? node.children
        .map(latexOfNode)
        .filter((part) => part !== '')
        .join(' ')
    : '';

/** A part of a structure, such as the numerator of a fraction. */
const part = (node: XmlNode, name: string): string => inner(childOf(node, name)).trim();

function latexOfNode(node: XmlNode): string {
  const writer = writers[node.name];
  if (writer) return writer(node);
  return node.name.endsWith('Pr') || node.name === 'del' || node.name === 'moveFrom' ? '' : inner(node);
}

/** What an index or a power is put to: one character, a command, or a group. */
const base = (text: string) => (/^(.|\\[A-Za-z]+|\\?\(.*\)|\\left.*)?$/su.test(text) ? text : `{${text}}`);

const writers: Readonly<Record<string, Writer>> = {
  r: run,
  f: fraction,
  sSup: (node) => `${base(part(node, 'e'))}^{${part(node, 'sup')}}`,
  sSub: (node) => `${base(part(node, 'e'))}_{${part(node, 'sub')}}`,
  sSubSup: (node) => `${base(part(node, 'e'))}_{${part(node, 'sub')}}^{${part(node, 'sup')}}`,
  sPre: (node) => `{}_{${part(node, 'sub')}}^{${part(node, 'sup')}} ${part(node, 'e')}`,
  rad: root,
  nary: largeOperator,
  d: delimited,
  func: (node) => `${functionName(part(node, 'fName'))} ${part(node, 'e')}`,
  limLow: (node) => limit(node, '_', '\\underset'),
  limUpp: (node) => limit(node, '^', '\\overset'),
  acc: accented,
  bar: (node) => `${property(node, 'pos') === 'top' ? '\\overline' : '\\underline'}{${part(node, 'e')}}`,
  groupChr: grouped,
  borderBox: (node) => `\\boxed{${part(node, 'e')}}`,
  phant: (node) =>
    switchOf(childOf(node, 'phantPr'), 'show') === false ? `\\phantom{${part(node, 'e')}}` : part(node, 'e'),
  m: (node) => `\\begin{matrix} ${rowsOf(node, 'mr').join(' \\\\ ')} \\end{matrix}`,
  eqArr: (node) => `\\begin{aligned} ${lines(node).join(' \\\\ ')} \\end{aligned}`,
};

/** A property of a structure, which has an element of its own. */
const property = (node: XmlNode, name: string) => propertyOf(childOf(node, `${node.name}Pr`), name);

function run(node: XmlNode): string {
  let text = '';
  for (const child of node.children) if (child.name === 't' || child.name === 'br') text += child.text || ' ';
  if (text === '') return '';
  const isWords = switchOf(childOf(node, 'rPr'), 'nor') === true && /\p{L}{2}/u.test(text);
  return isWords ? `\\text{${text.replace(/[\\{}$%#_&^~]/g, ' ')}}` : mathCharacters(text).trim();
}

function fraction(node: XmlNode): string {
  const [top, bottom] = [part(node, 'num'), part(node, 'den')];
  const type = property(node, 'type');
  if (type === 'lin' || type === 'skw') return `{${top}}/{${bottom}}`;
  return type === 'noBar' ? `{${top} \\atop ${bottom}}` : `\\frac{${top}}{${bottom}}`;
}

function root(node: XmlNode): string {
  const degree = switchOf(childOf(node, 'radPr'), 'degHide') === true ? '' : part(node, 'deg');
  return `\\sqrt${degree && `[${degree}]`}{${part(node, 'e')}}`;
}

function largeOperator(node: XmlNode): string {
  const sign = property(node, 'chr') ?? '∫';
  const [below, above] = [part(node, 'sub'), part(node, 'sup')];
  return `${largeOperators[sign] ?? sign}${below && `_{${below}}`}${above && `^{${above}}`} ${part(node, 'e')}`;
}

function delimited(node: XmlNode): string {
  const begin = property(node, 'begChr') ?? '(';
  const end = property(node, 'endChr') ?? ')';
  const parts = node.children.filter(({ name }) => name === 'e');
  const [only] = parts;
  const array = only && parts.length === 1 ? childOf(only, 'eqArr') : undefined;
  if (array && only?.children.length === 1 && begin === '{' && end === '')
    return `\\begin{cases} ${lines(array).join(' \\\\ ')} \\end{cases}`;
  const text = parts.map(inner).join(` ${property(node, 'sepChr') ?? '|'} `);
  const isTall = /\\(frac|begin|sum|prod|int|sqrt|left|atop|over)/.test(text);
  if (!isTall && begin !== '' && end !== '') return `${brackets[begin] ?? begin}${text}${brackets[end] ?? end}`;
  return `\\left${brackets[begin] ?? begin} ${text} \\right${brackets[end] ?? end}`;
}

function functionName(text: string): string {
  const name = text.replaceAll(' ', '');
  if (knownFunctions.has(name)) return `\\${name}`;
  return /^\p{L}{2,}$/u.test(name) ? `\\operatorname{${name}}` : text;
}

function limit(node: XmlNode, sign: '_' | '^', command: string): string {
  const name = functionName(part(node, 'e'));
  return name.startsWith('\\') ? `${name}${sign}{${part(node, 'lim')}}` : `${command}{${part(node, 'lim')}}{${name}}`;
}

function accented(node: XmlNode): string {
  const sign = property(node, 'chr') ?? '\u0302';
  const command = accents[sign];
  return command ? `${command}{${part(node, 'e')}}` : `\\overset{${sign}}{${part(node, 'e')}}`;
}

function grouped(node: XmlNode): string {
  const sign = property(node, 'chr') ?? '⏟';
  if (sign === '⏟') return `\\underbrace{${part(node, 'e')}}`;
  if (sign === '⏞') return `\\overbrace{${part(node, 'e')}}`;
  return `\\${property(node, 'pos') === 'top' ? 'overset' : 'underset'}{${sign}}{${part(node, 'e')}}`;
}

const rowsOf = (node: XmlNode, name: string): string[] =>
  node.children.filter((child) => child.name === name).map((row) => row.children.map(inner).join(' & '));

const lines = (node: XmlNode): string[] => node.children.filter(({ name }) => name === 'e').map(inner);
