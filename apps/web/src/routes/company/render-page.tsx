import type { CompanyPath, RenderedPage } from '@noek/contract/company/site';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { notFoundTexts } from '../../components/page/texts.ts';
import { addresses } from '../../features/company/addresses.ts';
import { GuideScreen } from '../../features/company/developers/guide-screen.tsx';
import { ProceduresScreen } from '../../features/company/developers/procedures-screen.tsx';
import { ProgramsScreen } from '../../features/company/developers/programs-screen.tsx';
import { RestScreen } from '../../features/company/developers/rest-screen.tsx';
import { developerTexts } from '../../features/company/developers/texts.ts';
import { HomeScreen } from '../../features/company/home/home-screen.tsx';
import { LandingScreen } from '../../features/company/landing-screen.tsx';
import { LostScreen } from '../../features/company/lost-screen.tsx';
import { PageContext } from '../../features/company/page-context.ts';
import { pictureScheme } from '../../features/company/picture.tsx';
import { PoliciesScreen } from '../../features/company/policies/policies-screen.tsx';
import type { Policy } from '../../features/company/policies/policy.ts';
import { PolicyScreen } from '../../features/company/policies/policy-screen.tsx';
import { policies } from '../../features/company/policies/texts.ts';
import { ReleaseNotesScreen } from '../../features/company/release-notes/release-notes-screen.tsx';
import { companyTexts } from '../../features/company/texts.ts';

/** The picture that other sites show for a link to a page. */
const openGraph = { name: 'open-graph.png', width: 1200, height: 630 };

/** A page of the company site as HTML; `null`: the 404 page. Settings of the server are marks in it. */
export function renderCompanyPage(path: CompanyPath | null): RenderedPage {
  const page = path === null ? lostPage : companyPages[path];
  return {
    head: renderToStaticMarkup(<Head page={page} path={path} />),
    body: renderToStaticMarkup(<PageContext value={path ?? '/'}>{page.screen}</PageContext>),
  };
}

/** The 404 page is sent for many addresses, so it has no address of its own. */
function Head({ page, path }: { page: CompanyPage; path: CompanyPath | null }) {
  const { title, description } = page;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {path === null ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={addresses.absolute(path)} />
          <meta property="og:url" content={addresses.absolute(path)} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content="Noek" />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:image" content={addresses.absolute(`${pictureScheme}${openGraph.name}`)} />
          <meta property="og:image:width" content={String(openGraph.width)} />
          <meta property="og:image:height" content={String(openGraph.height)} />
          <meta property="og:image:alt" content={title} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}

type CompanyPage = { title: string; description: string; screen: ReactNode };

const texts = companyTexts.pages;
const developerPages = developerTexts.pages;

const policyPage = (policy: Policy): CompanyPage => ({
  title: `${policy.name} · Noek`,
  description: policy.description,
  screen: <PolicyScreen policy={policy} />,
});
const [privacy, terms, aiUsage] = policies;

/** The pages of the company site. */
const companyPages: Record<CompanyPath, CompanyPage> = {
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
const lostPage: CompanyPage = {
  title: notFoundTexts.pageTitle,
  description: texts.lost.description,
  screen: <LostScreen />,
};
