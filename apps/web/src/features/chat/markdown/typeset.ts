import katex from 'katex';
import 'katex/dist/katex.min.css';

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

/**
 * A formula as elements of the page, or null when it is not one that KaTeX understands. The elements are made one by
 * one, not from markup: no markup of an answer is ever parsed, and the page's policy against inline styles holds.
 */
export function typeset(tex: string, display: boolean): HTMLElement | null {
  if (definitions.test(tex)) return null;
  const box = document.createElement('span');
  try {
    katex.render(tex, box, { ...options, displayMode: display, macros: {} });
  } catch {
    return null;
  }
  return box;
}
