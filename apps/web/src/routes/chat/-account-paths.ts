import { type AccountPageName, accountPageNames, accountPages, pageOf } from '../../features/account/account-pages.ts';
import type { SectionName } from '../../features/account/account-section.tsx';
import { accountTexts } from '../../features/account/texts.ts';

/** The sections that have paths of their own. */
const sectionOfPath: Readonly<Record<string, SectionName>> = {
  '/account/profile': 'information',
  '/profile': 'information',
  '/account/billing': 'plan',
  '/billing': 'plan',
  '/account/settings': 'security',
  '/settings': 'security',
  '/account/import': 'import',
};

const isSection = (name: string): name is SectionName => Object.hasOwn(accountTexts.sections, name);

/**
 * The page of the settings that an address names, and its section, by the path or the hash (`/account#sessions`); without a section, its
 * top. Null for an address of no page.
 */
export function accountPlace(address: {
  pathname: string;
  hash: string;
}): { page: AccountPageName; section: SectionName | null } | null {
  const path = address.pathname.replace(/\/$/, '');
  const ofPath = sectionOfPath[path] ?? null;
  const page = accountPageNames.find((name) => accountPages[name].path === path) ?? (ofPath && pageOf(ofPath));
  if (!page) return null;
  const section = isSection(address.hash) ? address.hash : ofPath;
  return section ? { page: pageOf(section), section } : { page, section };
}
