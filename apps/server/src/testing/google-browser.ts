import type { Database } from '@noek/db/database';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestApp, type TestCaller } from './create-test-app.ts';
import { type OidcIssuer, startOidcIssuer } from './stand-ins/oidc-issuer.ts';
import { createScriptedLlm } from './stand-ins/scripted-llm.ts';

export const authHost = 'auth.noek.localhost:5000';
/** Google's account of the person who signs in, unless a test chooses another one. */
export const ada = { sub: 'ada', email: 'Ada@People.example', email_verified: true, name: 'Ada Lovelace' };
export const email = 'ada@people.example';
export const password = 'lantern-42-quay';

export const locationOf = (response: Response) => new URL(response.headers.get('Location') ?? '');
export const begin = (browser: TestCaller, query = '') => browser.call(`/api/auth/google${query}`);
export const userOf = async (browser: TestCaller) => (await browser.json('/api/auth/user')).body;

/** A stand-in for Google during the tests of a file. Before each test, it knows Ada and works. */
export function withGoogle() {
  let issuer: OidcIssuer;
  beforeAll(async () => {
    issuer = await startOidcIssuer();
  });
  beforeEach(() => {
    issuer.person = ada;
    issuer.broken = false;
    issuer.foreignKeys = false;
  });
  afterAll(() => issuer.close());

  return {
    get issuer() {
      return issuer;
    },
    /** The app with sign-in with Google set up. */
    appOn: (db: Database, env: Record<string, string> = {}) =>
      createTestApp(db, createScriptedLlm(), { env: { ...issuer.env, ...env } }),
    /** Goes to Google and back. Resolves to the address that the browser is sent to in the end. */
    async signIn(browser: TestCaller, query = ''): Promise<URL> {
      const returned = await issuer.visit(locationOf(await begin(browser, query)).href);
      return locationOf(await browser.call(`${returned.pathname}${returned.search}`));
    },
  };
}
