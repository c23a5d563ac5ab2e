import { beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { type Fixture, openFixture } from '../testing/documented-calls/documented-call.ts';
import { createScriptedLlm } from '../testing/stand-ins/scripted-llm.ts';

// The end-to-end tests check the pages of each host, so the web app need not be built here.

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});

const production = {
  NODE_ENV: 'production',
  CHAT_ORIGIN: 'https://chat.example.com',
  AUTH_ORIGIN: 'https://auth.example.com',
  COMPANY_ORIGIN: 'https://example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
};

const at = (host: string) => fixture.caller(host);

describe('hosts', () => {
  test.each([
    'localhost:5000',
    '127.0.0.1:5000',
    '[::1]:5000',
    '192.168.1.20:5000',
    'chat.noek.localhost:5000',
    'auth.noek.localhost:5000',
    'noek.localhost:5000',
    'CHAT.Noek.LocalHost:5000',
  ])('[2.05] %s is served', async (host) => {
    expect((await at(host).call('/api/version')).status).toBe(200);
  });

  test.each([
    'evil.example',
    'evil.example:5000',
    'chat.noek.localhost',
    'chat.noek.localhost:80',
    'localhost.evil.example:5000',
    'xn--nek-0ra.localhost:5000',
  ])('%s is not known: 421 naming the variables', async (host) => {
    for (const path of ['/', '/api/version', '/assets/x.js', '/dev/inbox']) {
      const { status, body } = await at(host).json<{ message: string; code: string }>(path);
      expect([status, body.code]).toEqual([421, 'MISDIRECTED_HOST']);
      expect(body.message).toMatch(/CHAT_ORIGIN, AUTH_ORIGIN or COMPANY_ORIGIN/);
      expect(body.message).toContain(host);
    }
  });

  test.each([
    ['www.chat.noek.localhost:5000', 'http://chat.noek.localhost:5000'],
    ['www.auth.noek.localhost:5000', 'http://auth.noek.localhost:5000'],
    ['WWW.noek.localhost:5000', 'http://noek.localhost:5000'],
  ])('[2.01] %s leads to the bare host with path and query', async (host, origin) => {
    for (const path of ['/', '/chat/5?a=1&b=%20x', '/api/version?1', '//evil.example/x']) {
      const response = await at(host).call(path);
      expect([response.status, response.headers.get('Location')]).toEqual([308, `${origin}${path}`]);
    }
  });

  test('in production an IP address is not a host, and the settings determine the host names', async () => {
    const { caller } = await openFixture({ env: production });
    const statuses: [string, number][] = [];
    for (const host of [
      'chat.example.com',
      'auth.example.com',
      'example.com',
      'www.example.com',
      'chat.example.com:443',
      'www.example.com:443',
      'chat.example.com:80',
      '10.0.0.7',
      'noek.localhost:5000',
    ])
      statuses.push([host, (await caller(host).call('/api/version')).status]);
    expect(statuses).toEqual([
      ['chat.example.com', 200],
      ['auth.example.com', 200],
      ['example.com', 200],
      ['www.example.com', 308],
      ['chat.example.com:443', 200],
      ['www.example.com:443', 308],
      ['chat.example.com:80', 421],
      ['10.0.0.7', 421],
      ['noek.localhost:5000', 421],
    ]);
  });
});

describe('the origin of a request that changes something', () => {
  const write = (host: string, origin: string, { caller } = fixture) =>
    caller(host)
      .call('/api/auth/logout', { method: 'POST', headers: { Origin: origin } })
      .then(({ status }) => status);

  test.each([
    ['192.168.1.20:5000', 'http://192.168.1.20:5000'],
    ['192.168.1.20', 'http://192.168.1.20'],
    ['[fd00::5]:5000', 'http://[fd00::5]:5000'],
    ['192.168.1.20:5000', 'http://chat.noek.localhost:5000'],
  ])('the page that %s serves may send from %s', async (host, origin) => {
    expect(await write(host, origin)).toBe(200);
  });

  test.each([
    ['192.168.1.20:5000', 'http://192.168.1.21:5000'],
    ['192.168.1.20:5000', 'http://192.168.1.20:5001'],
    ['192.168.1.20:5000', 'http://192.168.1.20.evil.example:5000'],
    ['192.168.1.20:5000', 'null'],
    ['localhost:5000', 'http://192.168.1.20:5000'],
    ['chat.noek.localhost:5000', 'http://192.168.1.20:5000'],
  ])('a page of another origin may not: %s, %s', async (host, origin) => {
    expect(await write(host, origin)).toBe(403);
  });

  test('the refusal says where to open Noek', async () => {
    const headers = { Origin: 'http://192.168.1.21:5000' };
    const refused = await at('192.168.1.20:5000').json('/api/auth/logout', { method: 'POST', headers });
    expect(refused.body).toEqual({
      code: 'FORBIDDEN',
      message: 'This request comes from a page of another site. Open Noek at http://chat.noek.localhost:5000.',
    });
  });

  test('a host that is not served is refused, whatever its page says', async () => {
    expect(await write('evil.example:5000', 'http://evil.example:5000')).toBe(421);
  });

  test('in production only the configured origins may', async () => {
    const served = await openFixture({ env: production });
    expect(await write('chat.example.com', 'https://chat.example.com', served)).toBe(200);
    expect(await write('localhost:5000', 'http://localhost:5000', served)).toBe(403);
    expect(await write('127.0.0.1', 'http://127.0.0.1', served)).toBe(403);
  });
});

test('hosts without a common parent are named at the one that passkeys are made for, and nowhere else', async () => {
  expect((await at('auth.noek.localhost:5000').call('/.well-known/webauthn')).status).toBe(404);
  const env = {
    CHAT_ORIGIN: 'https://chat.example.com',
    AUTH_ORIGIN: 'https://auth.example.org',
    COMPANY_ORIGIN: 'https://noek.example.net',
  };
  fixture = await openFixture({ env });
  const named = await at('auth.example.org').json('/.well-known/webauthn');
  expect(named).toEqual({ status: 200, body: { origins: Object.values(env) } });
  expect((await at('chat.example.com').call('/.well-known/webauthn')).status).toBe(404);
});

describe('/healthz and /readyz', () => {
  test('respond on any host name', async () => {
    expect(await at('10.1.2.3:9').json('/healthz')).toEqual({ status: 200, body: { status: 'alive' } });
    expect(await at('probe.internal').json('/readyz')).toEqual({ status: 200, body: { status: 'ready' } });
  });

  test('a process that is shutting down is alive, not ready, and refuses new work', async () => {
    fixture.state.draining = true;
    expect((await at('localhost:5000').call('/healthz')).status).toBe(200);
    expect(await at('localhost:5000').json('/readyz')).toEqual({ status: 503, body: { status: 'draining' } });
    fixture.state.failed = true;
    expect(await at('localhost:5000').json('/readyz')).toEqual({ status: 503, body: { status: 'failed' } });
    const refused = await fixture.guest.call('/api/guest/chat', { method: 'POST', body: { message: 'Hello' } });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2']);
    expect((await fixture.guest.call('/api/version')).status).toBe(200);
  });

  test('a process without its database is not ready', async () => {
    const db = { ...fixture.db, ping: () => Promise.reject(new Error('gone')) };
    const response = await createApp({ ...fixture.ctx, db }).request('http://localhost:5000/readyz');
    expect([response.status, await response.json()]).toEqual([
      503,
      { code: 'UNAVAILABLE', message: 'The database does not answer.' },
    ]);
  });
});

describe('security headers', () => {
  const failing = () =>
    openFixture({
      llm: {
        ...createScriptedLlm(),
        describe: () => {
          throw new Error('secret detail');
        },
      },
    });

  const answers: [string, () => Promise<Response>][] = [
    ['a page', () => at('localhost:5000').call('/')],
    ['the sign-in page', () => at('auth.noek.localhost:5000').call('/login')],
    ['a page that is not there', () => at('noek.localhost:5000').call('/nothing')],
    ['an asset that is not there', () => at('localhost:5000').call('/assets/nothing.js')],
    ['data', () => fixture.guest.call('/api/guest/status')],
    ['a 400', () => fixture.guest.call('/api/guest/chat', { method: 'POST', text: '{' })],
    ['a 401', () => fixture.guest.call('/api/conversations')],
    [
      'a 403',
      () => fixture.guest.call('/api/auth/logout', { method: 'POST', headers: { Origin: 'https://evil.example' } }),
    ],
    ['a 404', () => fixture.guest.call('/api/nothing')],
    ['a 413', () => fixture.guest.call('/api/guest/chat', { method: 'POST', text: 'x'.repeat(300_000) })],
    ['a 421', () => at('evil.example').call('/')],
    ['a 308', () => at('www.noek.localhost:5000').call('/')],
    ['a 500', async () => (await failing()).guest.call('/api/config')],
    ['the typed procedures', () => fixture.guest.call('/api/trpc/auth.user')],
    ['the inbox', () => fixture.guest.call('/dev/inbox')],
    ['/healthz', () => fixture.guest.call('/healthz')],
    ['/api/openapi.json', () => fixture.guest.call('/api/openapi.json')],
  ];

  test.each(answers)('are set on %s', async (_, call) => {
    const { headers } = await call();
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-site',
    });
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
    const policy = headers.get('content-security-policy') ?? '';
    const directives = Object.fromEntries(
      policy
        .split(/;\s*/)
        .filter(Boolean)
        .map((directive) => {
          const [name = '', ...sources] = directive.split(' ');
          return [name, sources];
        }),
    );
    expect(directives).toMatchObject({
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    });
    expect(policy).not.toMatch(
      /unsafe|\*|nonce|https?:\/\/(?!(([a-z]+\.)?noek\.localhost:5000|(noek-preview\.)?localhost:5000\/preview\/frame)[ ;])/,
    );
  });

  test('a 500 reveals nothing about its cause', async () => {
    const response = await (await failing()).guest.call('/api/config');
    expect([response.status, await response.json(), response.headers.get('Cache-Control')]).toEqual([
      500,
      { code: 'INTERNAL', message: 'Something went wrong on our side. Please try again.' },
      'no-store',
    ]);
  });

  test('https origins send Strict-Transport-Security', async () => {
    const env = {
      CHAT_ORIGIN: 'https://chat.example.com',
      AUTH_ORIGIN: 'https://auth.example.com',
      COMPANY_ORIGIN: 'https://example.com',
    };
    const { caller } = await openFixture({ env });
    const response = await caller('chat.example.com').call('/api/version');
    expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
  });
});
