import type { Company } from '../../integrations/oidc/companies.ts';
import { BadLogoutToken, OidcError } from '../../integrations/oidc/oidc-sign-in.ts';

/** A company whose provider accepts the logout token "good", and refuses every sign-in. It needs no network. */
export const scriptedCompany: Company = {
  id: 'acme',
  name: 'Acme',
  issuer: 'https://id.acme.example',
  clientId: 'noek',
  clientSecret: 'only-for-tests',
  scopes: 'openid email profile',
  groupsClaim: 'groups',
  trustEmail: false,
  client: {
    begin: async (redirectUri) => ({
      url: `http://id.acme.example/authorize?redirect_uri=${encodeURIComponent(redirectUri)}`,
      flow: { state: 'state', nonce: 'nonce', codeVerifier: 'verifier' },
    }),
    finish: () => Promise.reject(new OidcError('token_exchange_failed')),
    refresh: () => Promise.reject(new OidcError('token_exchange_failed')),
    async readLogoutToken(token) {
      if (token !== 'good') throw new BadLogoutToken();
      return { issuer: 'http://id.acme.example', id: 'good', sid: 'a session', subject: null };
    },
  },
};
