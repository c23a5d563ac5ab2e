/** Signs before which the limits of a sum or an integral are written. */
export const largeOperators: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∐': '\\coprod',
  '∫': '\\int',
  '∬': '\\iint',
  '∭': '\\iiint',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
  '⋁': '\\bigvee',
  '⋀': '\\bigwedge',
};

/** Marks above a letter, as combining characters. */
export const accents: Readonly<Record<string, string>> = {
  '\u0300': '\\grave',
  '\u0301': '\\acute',
  '\u0302': '\\hat',
  '\u0303': '\\tilde',
  '\u0304': '\\bar',
  '\u0305': '\\overline',
  '\u0306': '\\breve',
  '\u0307': '\\dot',
  '\u0308': '\\ddot',
  '\u030c': '\\check',
  '\u20d6': '\\overleftarrow',
  '\u20d7': '\\vec',
};

export const brackets: Readonly<Record<string, string>> = {
  '': '.',
  '{': '\\{',
  '}': '\\}',
  '⟨': '\\langle',
  '⟩': '\\rangle',
  '〈': '\\langle',
  '〉': '\\rangle',
  '⌈': '\\lceil',
  '⌉': '\\rceil',
  '⌊': '\\lfloor',
  '⌋': '\\rfloor',
  '‖': '\\|',
};

/** Functions for which LaTeX has a command. */
export const knownFunctions: ReadonlySet<string> = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
);

const escaped: Readonly<Record<string, string>> = {
  '\\': '\\backslash ',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '%': '\\%',
  '#': '\\#',
  _: '\\_',
  '~': '\\sim ',
  '−': '-',
  '–': '-',
  '—': '-',
  '\u00a0': ' ',
};

/**
 * The characters of an equation as LaTeX has them. Letters in the style of equations become plain ones, and signs such as ≤ or α stay, which
 * LaTeX takes as they are.
 */
export const mathCharacters = (text: string): string =>
  text
    .replace(/[\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize('NFKC'))
    .replace(/[\u200b-\u200f\u2061-\u2064\ufeff]/g, '')
    .replace(/[\\{}$%#_~−–—\u00a0]/g, (sign) => escaped[sign] ?? sign);
