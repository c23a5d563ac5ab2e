/** What a piece of code can be coloured as; `.code-…` in prose.css gives each a colour of the theme. 0 is plain. */
export const codeKinds = [
  'plain',
  'comment',
  'keyword',
  'string',
  'function',
  'type',
  'number',
  'punctuation',
  'inserted',
  'deleted',
] as const;

/**
 * Colours of a piece of code: pairs of an end (exclusive, in characters from the start of the code) and the index of a
 * kind. A run begins where the one before it ends.
 */
export type CodeRuns = Uint32Array<ArrayBuffer>;

/** The worker is asked this, … */
export type HighlightRequest = { id: number; code: string; grammar: string };
/** … and answers with runs, or null when the code stays plain. */
export type HighlightReply = { id: number; runs: CodeRuns | null };
