import katex from 'katex';
import 'katex/dist/katex.min.css';
import { longestTex } from './maths.ts';
import { texDepth } from './tex-depth.ts';

const options = {
  throwOnError: true,
  output: 'htmlAndMathml',
  // No links, images, or classes and styles from the answer.
  trust: false,
  strict: (code: string) => (code === 'htmlExtension' ? 'error' : 'ignore'),
  // Nothing larger than the page, and no endless expansion.
  maxSize: 20,
  maxExpand: 300,
} as const;

/** Commands that define commands. They can expand a short formula to a hundred thousand characters. */
const definitions = /\\(?:(?:g|e|x)?def|let|futurelet|(?:re|provide)?newcommand|global|long)(?![A-Za-z])/;

/** The maximum depth of a formula's parts. */
const deepest = 50;
/** The maximum depth of its elements. The browser's layout recurses once per level, and crashes the page if it is too deep. */
const deepestElements = 512;

/**
 * Renders a formula as elements, or returns null if KaTeX cannot parse it. The elements are created one by one, not from
 * markup, so no markup of an answer is ever parsed, and the page's policy against inline styles holds.
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
