import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';

export type OidcPerson = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string | string[];
};

export type OidcIssuer = {
  /** Settings that make the product use this issuer for sign-in with Google. */
  env: Record<string, string>;
  /** Settings that make the product use this issuer for the company "acme". */
  companyEnv(more?: object): { OIDC_PROVIDERS: string };
  /** The person who signs in and agrees immediately; null cancels. */
  person: OidcPerson | null;
  /** While set, every call is answered with an error, or only those of userinfo. */
  broken: boolean | '/me';
  /** Publishes different keys from those it signs with, under the same names. */
  foreignKeys: boolean;
  /** Changes the claims of the ID tokens that it issues, which are signed as before. */
  changeClaims: ((claims: JWTPayload) => JWTPayload) | null;
  /** Whether it refuses every refresh token. */
  refusesRefresh: boolean;
  /** Signs any claims with its key; `header` replaces parts of the usual one. */
  sign(claims: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** Goes through the issuer's pages like a browser. Resolves to the address that the issuer redirects to. */
  visit(authorizationUrl: string): Promise<URL>;
  close(): Promise<void>;
};

/**
 * A real OpenID Connect issuer on a free port of this machine, for a product whose auth host is `authOrigin`. With
 * `emailInToken: false` the address is in userinfo only.
 */
export async function startOidcIssuer({
  emailInToken = true,
  authOrigin = 'http://auth.noek.localhost:5000',
}: {
  emailInToken?: boolean;
  authOrigin?: string;
} = {}): Promise<OidcIssuer> {
  let handle: RequestListener = () => {};
  const server = createServer((request, response) => {
    if (issuer.broken === true || issuer.broken === request.url) return void response.writeHead(503).end();
    if (!issuer.refusesRefresh || request.url !== '/token') return handle(request, response);
    response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error: 'invalid_grant' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, OidcPerson>();
  const personOf = (sub: string) => (issuer.person?.sub === sub ? issuer.person : people.get(sub));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const sign: OidcIssuer['sign'] = (claims, header = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'signing', ...header }).sign(privateKey);

  quietProvider();
  const { Provider } = await import('oidc-provider');
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: 'noek',
        client_secret: 'only-for-tests',
        redirect_uris: ['google', 'oidc/acme', 'oidc/other'].map((path) => `${authOrigin}/api/auth/${path}/callback`),
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['authorization_code', 'refresh_token'],
        backchannel_logout_uri: `${authOrigin}/api/auth/oidc/acme/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    cookies: { keys: ['only-for-tests'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'signing', use: 'sig', alg: 'RS256' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    // Like most issuers of companies, it does not insist on asking the person each time.
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: () => true,
    conformIdTokenClaims: !emailInToken,
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => personOf(accountId) ?? { sub: accountId } }),
    renderError(ctx, { error }) {
      ctx.body = error;
    },
  });

  const answer = provider.callback();
  const { n, e } = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });
  handle = (request, response) => {
    if (issuer.foreignKeys && request.url === '/jwks')
      return void fetch(`${origin}/jwks?own`)
        .then((own) => own.json() as Promise<{ keys: { kty: string }[] }>)
        .then(({ keys }) => keys.map((key) => (key.kty === 'RSA' ? { ...key, n, e } : key)))
        .then((keys) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ keys })));
    if (request.url === '/token' && issuer.changeClaims) changeTokens(response, issuer.changeClaims, sign);
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    void interact().catch(() => response.writeHead(500).end());

    async function interact(): Promise<void> {
      const { prompt, params, session } = await provider.interactionDetails(request, response);
      const { person } = issuer;
      if (!person) return provider.interactionFinished(request, response, { error: 'access_denied' });
      people.set(person.sub, person);
      if (prompt.name !== 'consent')
        return provider.interactionFinished(request, response, {
          login: { accountId: person.sub },
        });
      const grant = new provider.Grant({
        accountId: session?.accountId ?? person.sub,
        clientId: String(params.client_id),
      });
      grant.addOIDCScope('openid email profile groups offline_access');
      await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    }
  };

  const issuer: OidcIssuer = {
    env: { GOOGLE_CLIENT_ID: 'noek', GOOGLE_CLIENT_SECRET: 'only-for-tests', GOOGLE_OIDC_ISSUER: origin },
    companyEnv: (more = {}) => ({
      OIDC_PROVIDERS: JSON.stringify([
        {
          id: 'acme',
          name: 'Acme',
          issuer: origin,
          clientId: 'noek',
          clientSecret: 'only-for-tests',
          scopes: 'openid email profile groups',
          ...more,
        },
      ]),
    }),
    person: null,
    broken: false,
    changeClaims: null,
    refusesRefresh: false,
    sign,
    foreignKeys: false,
    async visit(authorizationUrl) {
      const cookies = new Map<string, string>();
      let url = new URL(authorizationUrl);
      for (let hop = 0; url.origin === origin; hop++) {
        if (hop === 10) throw new Error('The issuer redirected too often.');
        const response = await fetch(url, {
          redirect: 'manual',
          headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=');
          cookies.set(name, value);
        }
        const location = response.headers.get('Location');
        if (!location) throw new Error(`The issuer answered ${response.status}: ${await response.text()}`);
        url = new URL(location, url);
      }
      return url;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return issuer;
}

/** Signs the ID token of a response again, with other claims. */
function changeTokens(
  response: ServerResponse,
  change: (claims: JWTPayload) => JWTPayload,
  sign: OidcIssuer['sign'],
): void {
  const end = response.end.bind(response);
  response.end = ((body: string | Buffer) => {
    const tokens = JSON.parse(String(body)) as { id_token?: string };
    if (!tokens.id_token) return end(body);
    void sign(change(decodeJwt(tokens.id_token))).then((id_token) => {
      response.removeHeader('Content-Length');
      end(JSON.stringify({ ...tokens, id_token }));
    });
    return response;
  }) as typeof response.end;
}

let quiet = false;

/** Silences the provider's console warning that this setup is not for production. */
function quietProvider(): void {
  if (quiet) return;
  quiet = true;
  for (const method of ['info', 'warn'] as const) {
    const print = console[method];
    console[method] = (...texts: unknown[]) => {
      if (!String(texts[0]).startsWith('oidc-provider ')) print(...texts);
    };
  }
}
