import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../settings/config.ts';
import { type OidcIssuer, startOidcIssuer } from '../../testing/stand-ins/oidc-issuer.ts';
import { createOidcSignIn } from './create-oidc-sign-in.ts';
import { type OidcClient, RefreshRefused } from './oidc-sign-in.ts';

const redirectUri = 'http://auth.noek.localhost:5000/api/auth/google/callback';
const ada = { sub: 'ada', email: 'Ada@People.example', email_verified: true, name: 'Ada Lovelace' };
const settings = (issuer: OidcIssuer) => readConfig({ ...issuer.env }).googleSignIn as OidcClient;

let issuer: OidcIssuer;
beforeEach(async () => {
  issuer = await startOidcIssuer();
  issuer.person = ada;
});
afterEach(() => issuer.close());

test('the code flow with state, nonce and PKCE returns the identity in the signed token', async () => {
  const google = createOidcSignIn(settings(issuer));
  const { url, flow } = await google.begin(redirectUri);
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    client_id: 'noek',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  expect(await google.finish(await issuer.visit(url), flow)).toEqual({
    identity: {
      issuer: issuer.env.GOOGLE_OIDC_ISSUER,
      subject: 'ada',
      email: 'ada@people.example',
      emailVerified: true,
      name: 'Ada Lovelace',
      groups: [],
    },
    sid: expect.any(String),
    refreshToken: expect.any(String),
  });
});

test('an address that is missing from the token is read from userinfo', async () => {
  const other = await startOidcIssuer({ emailInToken: false });
  try {
    other.person = ada;
    const google = createOidcSignIn(settings(other));
    const { url, flow } = await google.begin(redirectUri);
    expect(await google.finish(await other.visit(url), flow)).toMatchObject({
      identity: { email: 'ada@people.example', emailVerified: true },
    });
  } finally {
    await other.close();
  }
});

test('groups that are missing from the token are read from userinfo, with the claim of the settings', async () => {
  const other = await startOidcIssuer({ emailInToken: false });
  try {
    other.person = { ...ada, groups: ['owners', 'staff'] };
    const client = createOidcSignIn({ ...settings(other), scopes: 'openid email groups', groupsClaim: 'groups' });
    const { url, flow } = await client.begin(redirectUri);
    const { identity, refreshToken } = await client.finish(await other.visit(url), flow);
    expect(identity).toMatchObject({ email: 'ada@people.example', groups: ['owners', 'staff'] });
    other.person = { ...ada, groups: 'staff' };
    const first = await client.refresh(refreshToken ?? '', 'ada');
    expect(first.identity?.groups).toEqual(['staff']);
    // The old token is used up, so the new one is returned even if nothing can be said about the person.
    other.broken = '/me';
    const second = await client.refresh(first.refreshToken, 'ada');
    expect(second.identity).toBeNull();
    other.broken = false;
    expect((await client.refresh(second.refreshToken, 'ada')).identity?.groups).toEqual(['staff']);
    await expect(client.refresh(second.refreshToken, 'ada')).rejects.toBeInstanceOf(RefreshRefused);
  } finally {
    await other.close();
  }
});

test('an address in the token is not verified by userinfo, which may name another one', async () => {
  issuer.changeClaims = ({ email_verified: _, groups: __, ...claims }) => ({ ...claims, email: 'boss@people.example' });
  const client = createOidcSignIn({ ...settings(issuer), scopes: 'openid email groups', groupsClaim: 'groups' });
  issuer.person = { ...ada, groups: ['owners'] };
  const { url, flow } = await client.begin(redirectUri);
  expect(await client.finish(await issuer.visit(url), flow)).toMatchObject({
    identity: { email: 'boss@people.example', emailVerified: false, groups: ['owners'] },
  });
});

test.each([
  ['another state', { state: 'another' }, 'oauth_state_mismatch'],
  ['another nonce', { nonce: 'another' }, 'token_exchange_failed'],
  ['another code verifier', { codeVerifier: 'x'.repeat(43) }, 'token_exchange_failed'],
])('%s is refused', async (_, change, reason) => {
  const google = createOidcSignIn(settings(issuer));
  const { url, flow } = await google.begin(redirectUri);
  await expect(google.finish(await issuer.visit(url), { ...flow, ...change })).rejects.toMatchObject({ reason });
});

test('a code works once', async () => {
  const google = createOidcSignIn(settings(issuer));
  const { url, flow } = await google.begin(redirectUri);
  const returned = await issuer.visit(url);
  await google.finish(returned, flow);
  await expect(google.finish(returned, flow)).rejects.toMatchObject({ reason: 'token_exchange_failed' });
});

test('an ID token that was not signed with a key the issuer publishes is refused', async () => {
  issuer.foreignKeys = true;
  const google = createOidcSignIn(settings(issuer));
  const { url, flow } = await google.begin(redirectUri);
  await expect(google.finish(await issuer.visit(url), flow)).rejects.toMatchObject({ reason: 'token_exchange_failed' });
});

test('a person who cancels is not signed in', async () => {
  issuer.person = null;
  const google = createOidcSignIn(settings(issuer));
  const { url, flow } = await google.begin(redirectUri);
  await expect(google.finish(await issuer.visit(url), flow)).rejects.toMatchObject({ reason: 'oauth_failed' });
});

test('an issuer that is down is a typed error, and is tried again the next time', async () => {
  const google = createOidcSignIn(settings(issuer));
  issuer.broken = true;
  await expect(google.begin(redirectUri)).rejects.toMatchObject({ reason: 'token_exchange_failed' });
  issuer.broken = false;
  const { url, flow } = await google.begin(redirectUri);
  const returned = await issuer.visit(url);
  issuer.broken = true;
  await expect(google.finish(returned, flow)).rejects.toMatchObject({ reason: 'token_exchange_failed' });
});
