/** One change of a text. */
export type Edit = { find: string; replace: string };

/** A text after all edits, or why none was made: which edit, counted from 1, and what is wrong with it. */
export type EditResult = { text: string } | { edit: number; problem: 'empty' | 'missing' | 'several' };

/**
 * Makes edits one after another. Each `find` must occur exactly once in the text as the edits before it have left it, also if occurrences
 * overlap.
 */
export function withEdits(text: string, edits: readonly Edit[]): EditResult {
  let edited = text;
  for (const [at, { find, replace }] of edits.entries()) {
    if (find === '') return { edit: at + 1, problem: 'empty' };
    const first = edited.indexOf(find);
    if (first === -1) return { edit: at + 1, problem: 'missing' };
    if (edited.indexOf(find, first + 1) !== -1) return { edit: at + 1, problem: 'several' };
    edited = edited.slice(0, first) + replace + edited.slice(first + find.length);
  }
  return { text: edited };
}
