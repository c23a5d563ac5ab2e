import katex from 'katex';
import 'katex/dist/katex.min.css';
import { longestTex } from './maths.ts';
import { texDepth } from './tex-depth.ts';

const options = {
  throwOnError: true,
  output: 'htmlAndMathml',
  // No links, no pictures, no classes or styles of an answer's choice, …
  trust: false,
  strict: (code: string) => (code === 'htmlExtension' ? 'error' : 'ignore'),
  // … nothing larger than the page, nothing that unfolds without end.
  maxSize: 20,
  maxExpand: 300,
} as const;

/** Commands that define commands: with them a short formula can become a hundred thousand signs. */
const definitions = /\\(?:(?:g|e|x)?def|let|futurelet|(?:re|provide)?newcommand|global|long)(?![A-Za-z])/;

/** Parts of a formula that are nested deeper than this, … */
const deepest = 50;
/** … and elements: a browser that lays them out calls itself for each, and ends the page when that is too much for it. */
const deepestElements = 512;

/**
 * A formula as elements of the page, or null when it is not one that KaTeX understands. The elements are made one by
 * one, not from markup: no markup of an answer is ever parsed, and the page's policy against inline styles holds.
 */
export function typeset(tex: string, display: boolean): HTMLElement | null {
  if (tex.length > longestTex || definitions.test(tex) || texDepth(tex) > deepest) return null;
  const box = document.createElement('span');
  try {
    katex.render(tex, box, { ...options, displayMode: display, macros: {} });
  } catch {
    return null;
  }
  return isDeep(box) ? null : box;
}

function isDeep(root: Element): boolean {
  let depth = 0;
  let node: Element | null = root;
  while (node) {
    if (depth > deepestElements) return true;
    if (node.firstElementChild) {
      node = node.firstElementChild;
      depth += 1;
      continue;
    }
    while (node && node !== root && !node.nextElementSibling) {
      node = node.parentElement;
      depth -= 1;
    }
    node = node === root ? null : (node?.nextElementSibling ?? null);
  }
  return false;
}
