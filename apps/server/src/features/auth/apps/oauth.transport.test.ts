import { describeOnEngines, openTestDatabase } from '@noek/db/testing/engines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../../log.ts';
import { authorizeQuery, connectedApp, notes, scriptedClients } from '../../../testing/connected-app.ts';
import { createTestApp, type TestCall } from '../../../testing/create-test-app.ts';
import { insertPerson, tokenOf } from '../../../testing/sign-in.ts';
import { discover, oauth } from '../../../testing/stand-ins/oauth-library.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';

const issuer = 'http://localhost:5000';
const form = (fields: Record<string, string>, headers: Record<string, string> = {}): TestCall => ({
  method: 'POST',
  text: `${new URLSearchParams(fields)}`,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
});

const answering = () =>
  createScriptedLlm((call) => {
    call.text('42.');
    call.finish();
  });

async function start(db: Awaited<ReturnType<typeof openTestDatabase>>) {
  const logged: string[] = [];
  const log = createLog('trace', { write: (line) => void logged.push(line) });
  const harness = createTestApp(db, answering(), { clientMetadata: scriptedClients, log });
  const { id } = await insertPerson(harness.ctx);
  const me = await harness.signedIn(id);
  const program = harness.caller();
  /** A typed call, as the page makes it. */
  const typed = async <T>(name: string, input: unknown, type: 'query' | 'mutation' = 'mutation') => {
    const query = type === 'query' ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
    const { status, body } = await me.json<{ result: { data: T } }>(`/api/trpc/${name}${query}`, {
      ...(type === 'mutation' && { method: 'POST', body: input }),
    });
    expect(status).toBe(200);
    return body.result.data;
  };
  return { ...harness, id, logged, me, program, typed };
}

const returnsTo = 'http://127.0.0.1:51234/callback';

describeOnEngines('a client library', (open) => {
  test('discovers the server, connects with a code, calls, refreshes and revokes', async () => {
    const noek = await start(await open());
    const config = await discover(noek.app, issuer, notes);
    const pkceCodeVerifier = oauth.randomPKCECodeVerifier();
    const expectedState = oauth.randomState();
    const address = oauth.buildAuthorizationUrl(config, {
      redirect_uri: returnsTo,
      scope: 'read chat',
      state: expectedState,
      code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      resource: `${issuer}/mcp`,
    });
    expect(`${address.origin}${address.pathname}`).toBe(`${issuer}/oauth/authorize`);
    const query = address.search.slice(1);
    expect(await noek.typed('auth.appRequest', { query }, 'query')).toMatchObject({ kind: 'ask', name: 'Notes' });
    const { to } = await noek.typed<{ to: string }>('auth.allowApp', { query });
    // The library checks `iss` and `state`.
    const tokens = await oauth.authorizationCodeGrant(
      config,
      new URL(to),
      { pkceCodeVerifier, expectedState },
      { resource: `${issuer}/mcp` },
    );
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'read chat', expires_in: 3_600 });
    const call = (token: string) =>
      noek.program.json('/api/auth/user', { headers: { Authorization: `Bearer ${token}` } });
    expect(await call(tokens.access_token)).toMatchObject({ status: 200, body: { id: noek.id } });
    const next = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await call(next.access_token)).toMatchObject({ status: 200, body: { id: noek.id } });
    await oauth.tokenRevocation(config, next.access_token);
    for (const { access_token } of [tokens, next]) expect((await call(access_token)).status).toBe(401);
  });

  test('refuses an answer with another state or issuer', async () => {
    const noek = await start(await open());
    const config = await discover(noek.app, issuer, notes);
    const pkceCodeVerifier = oauth.randomPKCECodeVerifier();
    const code_challenge = await oauth.calculatePKCECodeChallenge(pkceCodeVerifier);
    const { to } = await noek.typed<{ to: string }>('auth.allowApp', {
      query: authorizeQuery({ code_challenge, state: 'mine', redirect_uri: returnsTo }),
    });
    for (const [name, value] of [
      ['state', 'theirs'],
      ['iss', 'http://elsewhere.example'],
      ['iss', null],
    ] as const) {
      const url = new URL(to);
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
      await expect(
        oauth.authorizationCodeGrant(config, url, { pkceCodeVerifier, expectedState: 'mine' }),
      ).rejects.toThrow();
    }
    await oauth.authorizationCodeGrant(config, new URL(to), { pkceCodeVerifier, expectedState: 'mine' });
  });

  test('connects a device', async () => {
    const noek = await start(await open());
    const config = await discover(noek.app, issuer, 'noek-command');
    const codes = await oauth.initiateDeviceAuthorization(config, { scope: 'all' });
    await noek.typed('auth.allowDevice', { userCode: codes.user_code });
    const tokens = await oauth.pollDeviceAuthorizationGrant(config, { ...codes, interval: 0.01 });
    expect(tokens).toMatchObject({ scope: 'all' });
    expect(tokens.expires_in).toBeUndefined();
    expect((await noek.me.json<{ name: string }[]>('/api/apps')).body).toMatchObject([
      { name: 'Noek for the terminal', host: null },
    ]);
  });
});

describe('the endpoints of programs', () => {
  let db: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    db = await openTestDatabase();
  });
  afterAll(() => db.close());

  test('the metadata names what there is', async () => {
    const { program } = await start(await open());
    expect(await program.json('/.well-known/oauth-authorization-server')).toEqual({
      status: 200,
      body: {
        issuer,
        authorization_endpoint: `${issuer}/oauth/authorize`,
        token_endpoint: `${issuer}/oauth/token`,
        revocation_endpoint: `${issuer}/oauth/revoke`,
        device_authorization_endpoint: `${issuer}/oauth/device_authorization`,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
        code_challenge_methods_supported: ['S256'],
        scopes_supported: ['read', 'chat', 'all'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      },
    });
  });

  const open = async () => openTestDatabase();
  const endpoints = ['/oauth/token', '/oauth/revoke', '/oauth/device_authorization'];

  test('pages of any site may call them, without credentials; cookies and tokens count for nothing', async () => {
    const { ctx, id, me, app } = await start(db);
    const elsewhere = { Origin: 'https://notes.example', 'Sec-Fetch-Site': 'cross-site' };
    for (const path of endpoints) {
      const headers = { Host: 'localhost:5000', ...elsewhere, 'Access-Control-Request-Method': 'POST' };
      const preflight = await app.request(`${issuer}${path}`, { method: 'OPTIONS', headers });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(preflight.headers.get('Access-Control-Allow-Credentials')).toBeNull();
      const token = await tokenOf(ctx, id);
      for (const authorization of [null, `Bearer ${token}`, 'Bearer wrong']) {
        const headers = authorization === null ? elsewhere : { ...elsewhere, Authorization: authorization };
        const response = await me.call(path, form({}, headers));
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ error: 'invalid_request' });
        expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
        expect(response.headers.get('Cache-Control')).toBe('no-store');
        expect(response.headers.getSetCookie()).toEqual([]);
      }
    }
  });

  test('what uses cookies stays closed to pages of other sites', async () => {
    const { me } = await start(await open());
    const headers = { Origin: 'https://notes.example' };
    for (const path of [
      '/api/trpc/auth.allowApp',
      '/api/apps/x',
      '/oauth/token/',
      '/oauth/tokens',
      '/oauth/authorize',
    ]) {
      const response = await me.call(path, { method: 'POST', body: { query: authorizeQuery() }, headers });
      expect(response.status).toBe(403);
      expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
  });

  test('bodies must be forms of at most 16 kB, with each parameter once', async () => {
    const { program } = await start(db);
    const json = await program.json('/oauth/token', { method: 'POST', body: { grant_type: 'refresh_token' } });
    expect(json).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    const twice = { ...form({ grant_type: 'refresh_token' }), text: 'grant_type=refresh_token&grant_type=password' };
    expect(await program.json('/oauth/token', twice)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
    expect((await program.call('/oauth/token', form({ code: 'x'.repeat(17_000) }))).status).toBe(413);
  });

  test('too many requests are refused in the form of OAuth, and say when to come back', async () => {
    const { program } = await start(await open());
    const ask = () => program.call('/oauth/device_authorization', form({ client_id: 'noek-command' }));
    for (let tries = 0; tries < 60; tries++) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('10');
    expect(await refused.json()).toEqual({ error: 'temporarily_unavailable', error_description: expect.any(String) });
  });

  test('they exist on the chat host alone', async () => {
    const { caller, ctx } = await start(db);
    const auth = caller(new URL(ctx.config.origins.auth).host);
    for (const path of endpoints) expect((await auth.call(path, form({}))).status).toBe(404);
    expect((await auth.call('/.well-known/oauth-authorization-server')).status).toBe(404);
  });

  test('the page cannot be framed', async () => {
    const { program } = await start(db);
    for (const path of ['/oauth/authorize?client_id=x', '/connect']) {
      const { headers } = await program.call(path);
      expect(headers.get('Content-Security-Policy')).toMatch(/frame-ancestors 'none'/);
      expect(headers.get('X-Frame-Options')).toBe('DENY');
    }
  });

  test('no token and no code is logged or repeated in an error, even when the database is away', async () => {
    const own = await open();
    const { ctx, id, program, logged, typed } = await start(own);
    const { access_token, refresh_token = '' } = await connectedApp(ctx, id);
    const { to } = await typed<{ to: string }>('auth.allowApp', { query: authorizeQuery() });
    const code = new URL(to).searchParams.get('code') ?? '';
    const forms: [string, Record<string, string>][] = [
      ['/oauth/token', { grant_type: 'refresh_token', refresh_token, client_id: notes }],
      ['/oauth/token', { grant_type: 'authorization_code', code, client_id: notes, code_verifier: 'w'.repeat(43) }],
      ['/oauth/revoke', { token: access_token }],
    ];
    const answers: string[] = [];
    const sendAll = async () => {
      for (const [path, fields] of forms) {
        const response = await program.call(path, form(fields));
        answers.push(`${response.status} ${await response.text()}`);
      }
    };
    own.orm.select = () => {
      throw new Error('the database is away');
    };
    await sendAll();
    expect(answers.every((answer) => answer.startsWith('500'))).toBe(true);
    expect(logged.join('\n')).toContain('the database is away');
    for (const secret of [access_token, refresh_token, code, 'noek_']) {
      expect(logged.join('\n')).not.toContain(secret);
      expect(answers.join('\n')).not.toContain(secret);
    }
  });

  test('messages that an app sends are counted for it, also over many access tokens', async () => {
    const { ctx, id, me, program } = await start(await open());
    const { access_token, refresh_token = '' } = await connectedApp(ctx, id);
    const token = await tokenOf(ctx, id);
    const send = async (bearer: string) => {
      const headers = { Authorization: `Bearer ${bearer}` };
      const { body } = await program.json<{ id: number }>('/api/conversations', { method: 'POST', body: {}, headers });
      const sent = await program.call(`/api/conversations/${body.id}/messages`, {
        method: 'POST',
        body: { content: 'Hello' },
        headers,
      });
      expect(sent.status).toBe(201);
    };
    await send(access_token);
    const refreshed = form({ grant_type: 'refresh_token', refresh_token, client_id: notes });
    const { body } = await program.json<{ access_token: string }>('/oauth/token', refreshed);
    await Promise.all([send(body.access_token), send(access_token), send(token)]);
    expect((await me.json('/api/apps')).body).toMatchObject([{ messagesToday: 3 }]);
    expect((await me.json('/api/tokens')).body).toMatchObject([{ messagesToday: 1 }]);
    ctx.clock.advance(12 * 60 * 60_000);
    expect((await me.json('/api/apps')).body).toMatchObject([{ messagesToday: 0 }]);
  });
});
