import type { CompanyPath, RenderedPage } from '@noek/contract/company/site';
import { renderToStaticMarkup } from 'react-dom/server';
import { addresses } from '../../features/company/addresses.ts';
import { PageContext } from '../../features/company/page-context.ts';
import { pictureScheme } from '../../features/company/picture.tsx';
import { type CompanyPage, companyPages, lostPage } from './pages.tsx';

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
