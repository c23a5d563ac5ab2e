/** The texts of what an answer did and thought. */
export const stepTexts = {
  /** The label of the folded steps: the first one, and how many more there are. */
  summary: (first: string, more: number) => (more === 0 ? first : `${first} · ${more} more`),
  failed: 'did not work',
  /** What a screen reader is told of the newest step, once per kind: pages are read side by side. */
  spoken: {
    search: 'Looking on the web',
    read: 'Opening pages',
    memory: 'Updating memories',
    knowledge: 'Looking in the knowledge base',
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
