export const sourcesTexts = {
  title: 'Sources',
  description: 'The pages that this answer was given, with the passage that fits your question best.',
  close: 'Close',
  /** The accessible name of a citation; it begins with what is shown. */
  citation: (number: number, site: string, title: string) => `${number} ${site}: ${title}`,
  opensNew: ' (opens in a new tab)',
} as const;
