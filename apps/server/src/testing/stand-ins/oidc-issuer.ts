import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export type OidcPerson = { sub: string; email?: string; email_verified?: boolean; name?: string };

export type OidcIssuer = {
  /** Settings that make the product use this issuer. */
  env: Record<string, string>;
  /** The person who signs in and agrees immediately; null cancels. */
  person: OidcPerson | null;
  /** While set, every call is answered with an error. */
  broken: boolean;
  /** Publishes different keys from those it signs with, under the same names. */
  foreignKeys: boolean;
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
    if (!issuer.broken) return handle(request, response);
    response.writeHead(503).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, OidcPerson>();

  quietProvider();
  const { Provider } = await import('oidc-provider');
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: 'noek',
        client_secret: 'only-for-tests',
        redirect_uris: [`${authOrigin}/api/auth/google/callback`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['only-for-tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !emailInToken,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => people.get(accountId) ?? { sub: accountId } }),
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
      grant.addOIDCScope('openid email profile');
      await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    }
  };

  const issuer: OidcIssuer = {
    env: { GOOGLE_CLIENT_ID: 'noek', GOOGLE_CLIENT_SECRET: 'only-for-tests', GOOGLE_OIDC_ISSUER: origin },
    person: null,
    broken: false,
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
