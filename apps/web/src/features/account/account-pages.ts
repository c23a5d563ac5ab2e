import type { SectionName } from './account-section.tsx';

/** The pages of the settings, in their order, with their addresses and sections. */
export const accountPages = {
  general: {
    path: '/account',
    sections: ['information', 'appearance', 'sending', 'notifications', 'emails'],
  },
  plan: { path: '/account/billing', sections: ['plan'] },
  privacy: { path: '/account/privacy', sections: ['data', 'instructions', 'views'] },
  security: { path: '/account/security', sections: ['security', 'sessions', 'events'] },
  data: { path: '/account/data', sections: ['files', 'export', 'import', 'danger'] },
  developers: { path: '/account/developers', sections: ['tokens', 'apps', 'webhooks'] },
} as const satisfies Record<string, { path: string; sections: readonly SectionName[] }>;

export type AccountPageName = keyof typeof accountPages;

/** The names of the pages, in their order. */
export const accountPageNames = Object.keys(accountPages) as AccountPageName[];

const sectionsOf = (page: AccountPageName): readonly SectionName[] => accountPages[page].sections;

/** The page that has a section. */
export const pageOf = (section: SectionName): AccountPageName =>
  accountPageNames.find((page) => sectionsOf(page).includes(section)) ?? 'general';

/** Whether a page begins with this section. */
export const isFirstSection = (section: SectionName): boolean => sectionsOf(pageOf(section))[0] === section;
