import type { Database } from '@noek/db/database';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestApp, type TestCaller } from './create-test-app.ts';
import type { TestCtxOptions } from './create-test-ctx.ts';
import { type OidcIssuer, startOidcIssuer } from './stand-ins/oidc-issuer.ts';
import { createScriptedLlm } from './stand-ins/scripted-llm.ts';

export const authHost = 'auth.noek.localhost:5000';
const chatHost = 'chat.noek.localhost:5000';
/** The company's account of the person who signs in, unless a test chooses another one. */
export const ada = { sub: 'ada', email: 'Ada@Acme.example', email_verified: true, name: 'Ada Lovelace' };
export const email = 'ada@acme.example';

export const locationOf = (response: Response) => new URL(response.headers.get('Location') ?? '');
export const begin = (browser: TestCaller, query = '', id = 'acme') => browser.call(`/api/auth/oidc/${id}${query}`);
export const userOf = async (browser: TestCaller) => (await browser.json('/api/auth/user')).body;
export const errorOf = (target: URL) => target.searchParams.get('error');

/** A stand-in for the identity provider of the company "acme" during the tests of a file. Before each test, it knows Ada and works. */
export function withCompany() {
  let issuer: OidcIssuer;
  beforeAll(async () => {
    issuer = await startOidcIssuer();
  });
  beforeEach(() => {
    issuer.person = ada;
    issuer.broken = false;
    issuer.foreignKeys = false;
    issuer.changeClaims = null;
    issuer.refusesRefresh = false;
  });
  afterAll(() => issuer.close());

  /** Goes to the company and back. Resolves to the address that the browser is sent to in the end. */
  async function signIn(browser: TestCaller, query = ''): Promise<URL> {
    const returned = await issuer.visit(locationOf(await begin(browser, query)).href);
    return locationOf(await browser.call(`${returned.pathname}${returned.search}`));
  }

  return {
    get issuer() {
      return issuer;
    },
    /** The app with sign-in with the company set up. `more` is added to its settings. */
    appOn: (db: Database, more: object = {}, { env, ...options }: Omit<TestCtxOptions, 'db' | 'llm'> = {}) =>
      createTestApp(db, createScriptedLlm(), { ...options, env: { ...issuer.companyEnv(more), ...env } }),
    signIn,
    /** Signs in on the auth host and then on the chat host. */
    async signInTwice(caller: (host?: string) => TestCaller): Promise<{ auth: TestCaller; chat: TestCaller }> {
      const [auth, chat] = [caller(authHost), caller(chatHost)];
      const token = (await signIn(auth)).searchParams.get('auth_token');
      await chat.call('/api/auth/cross-domain-login', { method: 'POST', body: { token } });
      return { auth, chat };
    },
  };
}
