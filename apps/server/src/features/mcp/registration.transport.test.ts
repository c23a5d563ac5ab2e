import { auth, type OAuthClientProvider } from '@modelcontextprotocol/client';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/create-test-app.ts';
import { insertPerson } from '../../testing/sign-in.ts';
import { createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';

const issuer = 'http://localhost:5000';
const callback = 'http://127.0.0.1:3334/oauth/callback';

describeOnEngines('where apps may register themselves', (open) => {
  test('an MCP client that knows nothing but the address registers, connects, and is named as what it is', async () => {
    const env = { OAUTH_REGISTRATION: 'true' };
    const { app, ctx, signedIn, caller } = createTestApp(await open(), createScriptedLlm(), { env });
    const me = await signedIn((await insertPerson(ctx)).id);
    /** A call of the page on which a person decides. */
    const page = async <T>(name: string, input: unknown, method = 'POST') => {
      const query = method === 'GET' ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
      const call = { method, ...(method === 'POST' && { body: input }) };
      return (await me.json<{ result: { data: T } }>(`/api/trpc/auth.${name}${query}`, call)).body.result.data;
    };
    const saved: { client?: object; tokens?: object; discovery?: object; verifier: string; opened: URL[] } = {
      verifier: '',
      opened: [],
    };
    const provider = {
      redirectUrl: callback,
      clientMetadata: {
        client_name: 'Bridge\u202e\n of  Ada',
        redirect_uris: [callback],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        software_id: 'what the server does not know is ignored',
      },
      clientInformation: () => saved.client,
      saveClientInformation: (client) => void Object.assign(saved, { client }),
      tokens: () => saved.tokens,
      saveTokens: (tokens) => void Object.assign(saved, { tokens }),
      redirectToAuthorization: (url) => void saved.opened.push(url),
      saveCodeVerifier: (verifier) => void Object.assign(saved, { verifier }),
      codeVerifier: () => saved.verifier,
      saveDiscoveryState: (discovery) => void Object.assign(saved, { discovery }),
      discoveryState: () => saved.discovery,
    } as OAuthClientProvider;
    const fetchFn = async (url: string | URL, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set('Host', new URL(issuer).host);
      return app.request(String(url), { ...init, headers });
    };
    expect(await auth(provider, { serverUrl: `${issuer}/mcp`, fetchFn })).toBe('REDIRECT');
    const query = saved.opened[0]?.search.slice(1) ?? '';
    expect(await page('appRequest', { query }, 'GET')).toMatchObject({
      kind: 'ask',
      name: 'Bridge of Ada',
      host: null,
      isRegistered: true,
      isOnThisDevice: true,
      returnsTo: '127.0.0.1:3334',
    });
    const returned = new URL((await page<{ to: string }>('allowApp', { query })).to);
    const authorizationCode = returned.searchParams.get('code') ?? '';
    const iss = returned.searchParams.get('iss') ?? '';
    expect(await auth(provider, { serverUrl: `${issuer}/mcp`, authorizationCode, iss, fetchFn })).toBe('AUTHORIZED');
    const { access_token } = saved.tokens as { access_token: string };
    const headers = { Authorization: `Bearer ${access_token}` };
    expect((await caller().json('/api/auth/user', { headers })).status).toBe(200);
    expect((await me.json('/api/apps')).body).toMatchObject([
      { name: 'Bridge of Ada', host: null, isRegistered: true },
    ]);
    // It refreshes as it was registered.
    expect(await auth(provider, { serverUrl: `${issuer}/mcp`, fetchFn })).toBe('AUTHORIZED');
  });
});
