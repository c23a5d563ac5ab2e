/** The kinds of code; `.code-…` in prose.css gives each a colour of the theme. 0 is plain. */
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
 * The colours of some code: pairs of an end (exclusive, in characters from the start of the code) and the index of a
 * kind. A run starts where the previous one ends.
 */
export type CodeRuns = Uint32Array<ArrayBuffer>;

/** A request to the worker. */
export type HighlightRequest = { id: number; code: string; grammar: string };
/** The worker's reply: the runs, or null if the code stays plain. */
export type HighlightReply = { id: number; runs: CodeRuns | null };
