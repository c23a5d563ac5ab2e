export const sourcesTexts = {
  title: 'Sources',
  description:
    'What this answer was given: pages with the passage that fits your question best, and passages of the knowledge base.',
  /** "Knowledge base · Revision 12-3fa9c04d" */
  revision: (site: string, revision: string) => `${site} · Revision ${revision}`,
  close: 'Close',
  opensNew: ' (opens in a new tab)',
} as const;
