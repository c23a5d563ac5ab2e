export const sourcesTexts = {
  title: 'Sources',
  description: 'The pages and passages that this answer is based on.',
  /** "Knowledge base · Revision 12-3fa9c04d" */
  revision: (site: string, revision: string) => `${site} · Revision ${revision}`,
  close: 'Close',
  /** The name of the row of cards. */
  ofAnswer: 'Sources of this answer',
  opensNew: ' (opens in a new tab)',
} as const;
