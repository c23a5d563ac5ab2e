export const sourcesTexts = {
  title: 'Sources',
  description: 'The pages that this answer was given, with the passage that fits your question best.',
  close: 'Close',
  opensNew: ' (opens in a new tab)',
} as const;
