import { type CompanyPath, companyMarks } from '@noek/contract/company/site';

/** Addresses on the three hosts, with marks for their origins, which the server fills in. */
const { apiOrigin, chatOrigin, authOrigin, companyOrigin, supportEmail, donationUrl } = companyMarks;

export const addresses = {
  chat: chatOrigin,
  api: apiOrigin,
  account: `${chatOrigin}/account`,
  subscribe: `${chatOrigin}/subscribe`,
  help: '/help',
  openApi: '/api/openapi.json',
  donation: donationUrl,
  supportEmail,
  support: `mailto:${supportEmail}`,
  /** The sign-in or sign-up page, which leads back to a page of the company site. */
  signIn: (screen: 'login' | 'signup', returnTo: CompanyPath) =>
    `${authOrigin}/${screen}?return_to=${companyOrigin}${returnTo}`,
  absolute: (path: string) => `${companyOrigin}${path}`,
} as const;
