import { freePort } from '../../../server/src/testing/free-port.ts';
import type { ServerProcess } from '../../../server/src/testing/server-process.ts';
import { type OidcIssuer, startOidcIssuer } from '../../../server/src/testing/stand-ins/oidc-issuer.ts';
import { test } from './test.ts';

/** A server that signs in with a local OpenID issuer, as `settings` says; each knows the other's address. */
export const testWithIssuer = (settings: (issuer: OidcIssuer) => Record<string, string>) =>
  test.extend<{ withIssuer: { issuer: OidcIssuer; server: ServerProcess } }>({
    async withIssuer({ startServer }, use) {
      const port = await freePort();
      const issuer = await startOidcIssuer({ authOrigin: `http://auth.noek.localhost:${port}` });
      const server = await startServer({ ...settings(issuer), PORT: String(port), LOG_LEVEL: 'error' });
      await use({ issuer, server });
      await issuer.close();
    },
  });
