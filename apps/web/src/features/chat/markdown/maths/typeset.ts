import katex from 'katex';
import 'katex/dist/katex.min.css';
import { longestTex } from './maths.ts';

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

const tokens = /\\(?:[A-Za-z]+|.)|[{}$]|[^\s\\{}$]/gs;
/** Commands that change the rest of their group; KaTeX nests that rest inside them. */
const changesRest =
  /^\\(?:color|displaystyle|textstyle|scriptstyle|scriptscriptstyle|tiny|sixptsize|scriptsize|footnotesize|small|normalsize|large|Large|LARGE|huge|Huge|bf|it|rm|sf|tt|cal|frak|bold|over|choose|atop|brace|brack)$/;
const operator = /^[-+=<>,;:/!&()|[\]]$/;
const opens = /^(?:\{|\\left|\\begin|\\begingroup|\\bgroup)$/;
const closes = /^(?:\}|\\right|\\end|\\endgroup|\\egroup)$/;

/**
 * An upper bound for the nesting depth of a formula. It counts groups, commands that change the rest of their group, and
 * consecutive commands ("\sqrt\sqrt x"), each of which may be nested in the previous one.
 */
function texDepth(tex: string): number {
  /** The current group: its depth, and how many commands in it have changed its rest. */
  let group = { depth: 0, changed: 0 };
  const around: (typeof group)[] = [];
  /** The number of consecutive commands, and of tokens since the last one. */
  let [chain, between] = [0, 0];
  let deepest = 0;
  for (const [token] of tex.matchAll(tokens)) {
    if (opens.test(token)) {
      around.push(group);
      group = { depth: group.depth + group.changed + chain + 1, changed: 0 };
      chain = 0;
    } else if (closes.test(token)) {
      group = around.pop() ?? group;
      chain = 0;
    } else if (changesRest.test(token)) {
      group.changed += 1;
    } else if (/^\\[A-Za-z]/.test(token)) {
      chain += 1;
      between = 0;
    } else {
      between += 1;
      // "\frac1\frac1 …" continues the chain; "\alpha + \beta + …" ends it.
      if (between > 1 || operator.test(token)) chain = 0;
    }
    deepest = Math.max(deepest, group.depth + group.changed + chain);
  }
  return deepest;
}
