import type { PublicConfig } from '../config/schemas.ts';

/**
 * The company site is rendered when the web app is built and served by any server, whose settings are known only then. The build writes
 * marks into the pages; the server puts its settings in their place. This file defines what both rely on.
 */

/** The pages of the company site, in the order of the site map. */
export const companyPaths = [
  '/',
  '/release-notes',
  '/landing',
  '/policies',
  '/policies/privacy-policy',
  '/policies/terms-of-service',
  '/policies/ai-usage-policy',
  '/developers',
  '/developers/rest',
  '/developers/typed-procedures',
  '/developers/programs',
] as const;
export type CompanyPath = (typeof companyPaths)[number];

/** The file of a page in the build, relative to its root; null for the page that unknown paths get. */
export const companyFile = (path: CompanyPath | null): string =>
  `company${path === null ? '/404' : path === '/' ? '/home' : path}.html`;

/** A rendered page: what goes into the head and the body of the document. */
export type RenderedPage = { head: string; body: string };

/** Where settings of the server go in the pages. */
export const companyMarks = {
  chatOrigin: '{{chatOrigin}}',
  apiOrigin: '{{apiOrigin}}',
  authOrigin: '{{authOrigin}}',
  companyOrigin: '{{companyOrigin}}',
  supportEmail: '{{supportEmail}}',
  donationUrl: '{{donationUrl}}',
} as const;

/** An element whose content is only for servers with this setting. It may not contain another one. */
export const conditionalElement = 'noek-when';
export type CompanyCondition = 'donation' | 'no-donation' | 'test-login';

const conditional = new RegExp(`<${conditionalElement} setting="([a-z-]+)">(.*?)</${conditionalElement}>`, 'gs');

/** A page of the build with the settings of this server in the place of its marks. */
export function fillCompanyPage(
  html: string,
  {
    origins,
    supportEmail,
    donationUrl,
    signIn,
  }: Pick<PublicConfig, 'origins' | 'supportEmail' | 'donationUrl' | 'signIn'>,
): string {
  const holds: Record<CompanyCondition, boolean> = {
    donation: donationUrl !== null,
    'no-donation': donationUrl === null,
    'test-login': signIn.testLogin,
  };
  const values: Record<keyof typeof companyMarks, string> = {
    chatOrigin: origins.chat,
    apiOrigin: apiOriginOf(origins.chat),
    authOrigin: origins.auth,
    companyOrigin: origins.company,
    supportEmail,
    donationUrl: donationUrl ?? '',
  };
  return html
    .replace(conditional, (_, setting: CompanyCondition, content: string) => (holds[setting] ? content : ''))
    .replace(/\{\{(\w+)\}\}/g, (mark, name: keyof typeof values) => (name in values ? escapeHtml(values[name]) : mark));
}

/**
 * Where programs call the API: the chat host, or localhost instead of a name below it, which browsers resolve but many programs do not.
 */
function apiOriginOf(chatOrigin: string): string {
  const url = new URL(chatOrigin);
  if (url.hostname.endsWith('.localhost')) url.hostname = 'localhost';
  return url.origin;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
