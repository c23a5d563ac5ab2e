import type { SectionName } from '../../features/account/account-section.tsx';
import { accountTexts } from '../../features/account/texts.ts';

/** The sections that have paths of their own. */
const sectionOfPath: Readonly<Record<string, SectionName>> = {
  '/account/profile': 'information',
  '/profile': 'information',
  '/account/billing': 'plan',
  '/billing': 'plan',
  '/account/settings': 'security',
  '/account/import': 'import',
  '/settings': 'security',
};

const isSection = (name: string): name is SectionName => Object.hasOwn(accountTexts.sections, name);

/** The section of the account page that an address names, by its path or its hash (`/account#sessions`); null for its top. */
export function sectionOf({ pathname, hash }: { pathname: string; hash: string }): SectionName | null {
  if (isSection(hash)) return hash;
  return sectionOfPath[pathname.replace(/\/$/, '')] ?? null;
}
