import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CompanyPath, companyFile, companyPaths, fillCompanyPage } from '@noek/contract/company/site';
import type { PublicConfig } from '@noek/contract/config/schemas';
import { builtInPages, builtInPath } from '../integrations/web-search/built-in-pages.ts';
import type { Config } from '../settings/config.ts';

/**
 * Answers a path of the company site with its page of the build in `root`, with the settings of this server in it. Any other path gets
 * the 404 page.
 */
export function companyPages(root: string) {
  const templates = new Map<string, string>();
  return (path: string, config: PublicConfig): string => {
    const file = companyFile(companyPaths.find((known): known is CompanyPath => known === path) ?? null);
    let template = templates.get(file);
    if (template === undefined) {
      template = readFileSync(join(root, file), 'utf8');
      templates.set(file, template);
    }
    return fillCompanyPage(template, config);
  };
}

type Origins = Pick<Config, 'origins'>['origins'];

/** The site map of the company site, the help pages included. */
export function siteMap({ company }: Origins): string {
  const help = [builtInPath, ...[...builtInPages.keys()].map((name) => `${builtInPath}/${name}`)];
  const urls = [...companyPaths, ...help].map((path) => `  <url><loc>${company}${path}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}

/** What crawlers may read: everything but the calls. Conversations say themselves that they must not be listed. */
export function robots(isCompany: boolean, { company }: Origins): string {
  const rules = 'User-agent: *\nDisallow: /api/\n';
  return isCompany ? `${rules}\nSitemap: ${company}/sitemap.xml\n` : rules;
}
