import type { CompanyPath } from '@noek/contract/company/site';

/** A policy: sections of Markdown, under one heading each. */
export type Policy = {
  path: CompanyPath;
  name: string;
  /** For search engines and for its card. */
  description: string;
  /** The summary at the beginning of the policy. */
  summary: string;
  sections: readonly { heading: string; text: string }[];
};

/** The date of every policy. */
export const policyDate = { iso: '2025-08-01', text: 'August 1, 2025' } as const;
