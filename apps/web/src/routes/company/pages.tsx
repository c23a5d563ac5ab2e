import type { CompanyPath } from '@noek/contract/company/site';
import type { ReactNode } from 'react';
import { componentTexts } from '../../components/base/texts.ts';
import { GuideScreen } from '../../features/company/developers/guide-screen.tsx';
import { ProceduresScreen } from '../../features/company/developers/procedures-screen.tsx';
import { ProgramsScreen } from '../../features/company/developers/programs-screen.tsx';
import { RestScreen } from '../../features/company/developers/rest-screen.tsx';
import { developerTexts } from '../../features/company/developers/texts.ts';
import { HomeScreen } from '../../features/company/home/home-screen.tsx';
import { LandingScreen } from '../../features/company/landing/landing-screen.tsx';
import { LostScreen } from '../../features/company/lost-screen.tsx';
import { PoliciesScreen } from '../../features/company/policies/policies-screen.tsx';
import type { Policy } from '../../features/company/policies/policy.ts';
import { PolicyScreen } from '../../features/company/policies/policy-screen.tsx';
import { policies } from '../../features/company/policies/texts.ts';
import { ReleaseNotesScreen } from '../../features/company/release-notes/release-notes-screen.tsx';
import { companyTexts } from '../../features/company/texts.ts';

export type CompanyPage = { title: string; description: string; screen: ReactNode };

const texts = companyTexts.pages;
const developerPages = developerTexts.pages;

const policyPage = (policy: Policy): CompanyPage => ({
  title: `${policy.name} · Noek`,
  description: policy.description,
  screen: <PolicyScreen policy={policy} />,
});
const [privacy, terms, aiUsage] = policies;

/** The pages of the company site. */
export const companyPages: Record<CompanyPath, CompanyPage> = {
  '/': { ...texts.home, screen: <HomeScreen /> },
  '/release-notes': { ...texts.releaseNotes, screen: <ReleaseNotesScreen /> },
  '/landing': { ...texts.landing, screen: <LandingScreen /> },
  '/policies': { ...texts.policies, screen: <PoliciesScreen /> },
  '/policies/privacy-policy': policyPage(privacy),
  '/policies/terms-of-service': policyPage(terms),
  '/policies/ai-usage-policy': policyPage(aiUsage),
  '/developers': { ...developerPages.guide, screen: <GuideScreen /> },
  '/developers/rest': { ...developerPages.rest, screen: <RestScreen /> },
  '/developers/typed-procedures': { ...developerPages.procedures, screen: <ProceduresScreen /> },
  '/developers/programs': { ...developerPages.programs, screen: <ProgramsScreen /> },
};

/** The page that unknown paths get. */
export const lostPage: CompanyPage = {
  title: componentTexts.notFound.pageTitle,
  description: texts.lost.description,
  screen: <LostScreen />,
};
