/** The texts of an answer's steps and thoughts. */
export const stepTexts = {
  /** The label of the folded steps: the first one, and how many more there are. */
  summary: (first: string, more: number) => (more === 0 ? first : `${first} · ${more} more`),
  failed: 'did not work',
  /** What screen readers announce about the newest step, once per kind, because pages are read in parallel. */
  spoken: {
    search: 'Looking on the web',
    read: 'Opening pages',
    memory: 'Updating memories',
    knowledge: 'Looking in the knowledge base',
    document: 'Writing a document',
  },
  thinking: 'Thinking…',
  /** How long the model thought, in milliseconds. */
  thoughtFor(ms: number) {
    const seconds = Math.round(ms / 1_000);
    if (seconds < 1) return 'Thought for a moment';
    if (seconds < 60) return `Thought for ${seconds} s`;
    const rest = seconds % 60;
    return `Thought for ${Math.floor(seconds / 60)} min${rest > 0 ? ` ${rest} s` : ''}`;
  },
} as const;
