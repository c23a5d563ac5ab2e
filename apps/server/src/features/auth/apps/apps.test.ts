import { appLimits } from '@noek/contract/auth/limits';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test, vi } from 'vitest';
import { createClientMetadata } from '../../../integrations/client-metadata/create-client-metadata.ts';
import {
  allowedCode,
  authorizeQuery,
  challengeOf,
  connectedApp,
  exchangeForm,
  localReturn,
  notes,
  notesReturn,
  refreshForm,
  scriptedClients,
  verifier,
} from '../../../testing/connected-app.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, password, signedInAs } from '../../../testing/sign-in.ts';
import { suspendUser } from '../../admin/people/suspend-user.ts';
import { deleteAccount } from '../account/delete-account.ts';
import { ownSecurityEvents } from '../account/own-security-events.ts';
import { changePassword } from '../password/change-password.ts';
import { purgeAuthRows } from '../purge-auth-rows.ts';
import { watchSession } from '../session/watch-session.ts';
import { createToken } from '../tokens/create-token.ts';
import { listTokens } from '../tokens/list-tokens.ts';
import { readToken } from '../tokens/read-token.ts';
import { revokeToken } from '../tokens/revoke-token.ts';
import { allowApp } from './authorization/allow-app.ts';
import { allowDevice, findDevice, refuseDevice } from './authorization/answer-device.ts';
import { appRequest } from './authorization/app-request.ts';
import { requestDevice } from './authorization/request-device.ts';
import { disconnectApp } from './disconnect-app.ts';
import { listApps } from './list-apps.ts';
import type { TokenAnswer } from './tokens/connect-app.ts';
import { issueTokens } from './tokens/issue-tokens.ts';
import { revokeAppToken } from './tokens/revoke-app-token.ts';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
const invalidGrant = { code: 'invalid_grant' };

async function start(db: TestCtx['db']) {
  const ctx = createTestCtx({ db, clientMetadata: scriptedClients });
  const { id } = await insertPerson(ctx, { email: 'ada@people.example' });
  return { ctx, id, me: await signedInAs(ctx, id) };
}

const works = (ctx: TestCtx, token: string) =>
  readToken(ctx, token).then(
    () => true,
    () => false,
  );
const eventsOf = async (me: TestCtx) =>
  (await ownSecurityEvents(me, { limit: 20 })).events
    .filter(({ kind }) => kind.startsWith('app-'))
    .map(({ kind, detail }) => [kind, detail]);
const succeeded = (tries: PromiseSettledResult<TokenAnswer>[]) =>
  tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
const failures = (tries: PromiseSettledResult<unknown>[]) =>
  new Set(tries.flatMap((one) => (one.status === 'rejected' ? [one.reason.code ?? String(one.reason)] : [])));

describeOnEngines('what an app asks for', (open) => {
  test('names the app, its host, what it may do, and where the browser returns to', async () => {
    const { me } = await start(await open());
    expect(await appRequest(me, { query: authorizeQuery({ scope: 'read chat' }) })).toEqual({
      kind: 'ask',
      name: 'Notes',
      host: 'notes.example',
      isRegistered: false,
      scopes: ['read', 'chat'],
      returnsTo: 'notes.example',
      isOnThisDevice: false,
      cancelTo: `${notesReturn}&error=access_denied&state=st+at%2Fe%261&iss=${encodeURIComponent(me.config.origins.chat)}`,
    });
    expect(
      await appRequest(me, { query: authorizeQuery({ redirect_uri: 'http://127.0.0.1:51234/callback' }) }),
    ).toMatchObject({
      returnsTo: '127.0.0.1:51234',
      isOnThisDevice: true,
    });
  });

  test.each([
    ['an unknown app', { client_id: 'https://unknown.example/client.json' }],
    ['no app', { client_id: undefined }],
    ['a name instead of an address', { client_id: 'notes' }],
    ['no address to return to', { redirect_uri: undefined }],
    ['another host', { redirect_uri: 'https://evil.example/back?from=noek' }],
    ['a longer path', { redirect_uri: `${notesReturn}/more` }],
    ['a longer query', { redirect_uri: `${notesReturn}&next=//evil.example` }],
    ['a prefix', { redirect_uri: 'https://notes.example/back' }],
    ['a subdomain', { redirect_uri: 'https://notes.example.evil.example/back?from=noek' }],
    ['a user name', { redirect_uri: 'https://notes.example@evil.example/back?from=noek' }],
    ['a fragment', { redirect_uri: `${notesReturn}#x` }],
    ['another scheme', { redirect_uri: 'http://notes.example/back?from=noek' }],
    ['a script', { redirect_uri: 'javascript:alert(1)//' }],
    ['another case', { redirect_uri: 'https://NOTES.example/back?from=noek' }],
    ['a dot segment', { redirect_uri: 'https://notes.example/x/../back?from=noek' }],
    ['another path on this device', { redirect_uri: 'http://127.0.0.1:51234/callback/more' }],
    ['a loopback name that was not published', { redirect_uri: 'http://localhost:51234/callback' }],
    ['a loopback address with a user', { redirect_uri: 'http://127.0.0.1:1@evil.example/callback' }],
    ['a port that is not one', { redirect_uri: 'http://127.0.0.1:99999/callback' }],
    ['a host that only begins like it', { redirect_uri: 'http://127.0.0.1.evil.example/callback' }],
  ])('%s is a problem on the page, and leads nowhere', async (_, given) => {
    const { me } = await start(await open());
    const query = authorizeQuery(given);
    expect(await appRequest(me, { query })).toEqual({ kind: 'problem', message: expect.any(String) });
    await expect(allowApp(me, { query })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test.each([
    'http://127.0.0.1/client.json',
    'https://10.0.0.1/client.json',
    'https://[::1]/client.json',
    'https://localhost/client.json',
    'https://app.example:8443/client.json',
    'https://me:secret@app.example/client.json',
    'https://app.example/',
    'https://app.example/a/../client.json',
    'https://app.example/client.json#part',
    'https://xn--a/client.json',
    'mailto:ada@people.example',
    'data:application/json,{}',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'urn:x',
  ])('an app that says it is described at %s is a problem on the page', async (client_id) => {
    const ctx = createTestCtx({ db: await open(), clientMetadata: createClientMetadata({ allowPrivate: false }) });
    const me = await signedInAs(ctx, (await insertPerson(ctx)).id);
    const query = authorizeQuery({ client_id });
    expect(await appRequest(me, { query })).toEqual({ kind: 'problem', message: expect.any(String) });
    await expect(allowApp(me, { query })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('a repeated parameter is a problem on the page', async () => {
    const { me } = await start(await open());
    for (const more of ['&redirect_uri=https%3A%2F%2Fevil.example', '&client_id=x', '&state=2'])
      expect(await appRequest(me, { query: authorizeQuery() + more })).toMatchObject({ kind: 'problem' });
  });

  test.each([
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: undefined }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_request', { request: 'x.y.z' }],
    ['invalid_request', { request_uri: 'https://notes.example/request' }],
    ['invalid_request', { response_mode: 'fragment' }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { response_type: undefined }],
    ['invalid_scope', { scope: 'admin' }],
    ['invalid_scope', { scope: 'chat openid' }],
    ['invalid_target', { resource: 'https://elsewhere.example/mcp' }],
    ['invalid_target', { resource: 'http://localhost:5000/mcp/../admin' }],
  ])('%s goes back to the app: %j', async (error, given) => {
    const { me } = await start(await open());
    const query = authorizeQuery(given);
    const request = await appRequest(me, { query });
    const to = new URL(request.kind === 'return' ? request.to : '');
    expect(`${to.origin}${to.pathname}`).toBe('https://notes.example/back');
    expect(Object.fromEntries(to.searchParams)).toEqual({
      from: 'noek',
      error,
      error_description: expect.any(String),
      state: 'st at/e&1',
      iss: me.config.origins.chat,
    });
    expect((await allowApp(me, { query })).to).toBe(to.href);
  });

  test.each([undefined, 'origin', 'origin/', 'origin/mcp'])('the resource %s is ours', async (path) => {
    const { me } = await start(await open());
    const resource = path?.replace('origin', me.config.origins.chat);
    expect(await appRequest(me, { query: authorizeQuery({ resource }) })).toMatchObject({ kind: 'ask' });
  });

  test('guests, tokens and apps cannot consent, or see what is connected', async () => {
    const { ctx, id, me } = await start(await open());
    const { access_token } = await connectedApp(ctx, id, 'all');
    const { token } = await createToken(me, { name: 'A script', scopes: ['all'] });
    const query = authorizeQuery();
    const callers: [TestCtx, string][] = [[ctx, 'UNAUTHORIZED']];
    for (const text of [access_token, token]) {
      const { user, ...rest } = await readToken(ctx, text);
      callers.push([ctx.as({ kind: 'user', user, token: rest }), 'FORBIDDEN']);
    }
    for (const [caller, code] of callers)
      for (const act of [
        () => appRequest(caller, { query }),
        () => allowApp(caller, { query }),
        () => findDevice(caller, { userCode: 'BCDF-GHJK' }),
        () => allowDevice(caller, { userCode: 'BCDF-GHJK' }),
        () => refuseDevice(caller, { userCode: 'BCDF-GHJK' }),
        () => listApps(caller),
        () => disconnectApp(caller, { id: 'x' }),
      ])
        await expect(act()).rejects.toMatchObject({ code });
  });

  test('a session that has ended allows nothing, and neither do too many apps', async () => {
    const { ctx, id, me } = await start(await open());
    const other = await signedInAs(ctx, id);
    await changePassword(other, { currentPassword: password, newPassword: 'another one' });
    await expect(allowedCode(me)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const code = await allowedCode(other);
    const { connectedApps } = ctx.db.tables;
    const row = { userId: id, clientId: notes, name: 'Notes', scopes: ['chat' as const], createdAt: ctx.now() };
    const rows = Array.from({ length: appLimits.perPerson }, (_, at) => ({ ...row, id: `app${at}` }));
    await ctx.db.write((orm) => orm.insert(connectedApps).values(rows));
    await expect(allowedCode(other)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(issueTokens(ctx, exchangeForm(code))).rejects.toMatchObject(invalidGrant);
  });
});

describeOnEngines('the code of an app', (open) => {
  test('is exchanged for an access token of an hour and a refresh token; neither is stored', async () => {
    const { ctx, id, me } = await start(await open());
    const code = await allowedCode(me);
    const tokens = await issueTokens(ctx, exchangeForm(code));
    expect(tokens).toEqual({
      access_token: expect.stringMatching(/^noek_[\w-]{43}$/),
      token_type: 'Bearer',
      scope: 'chat',
      expires_in: 3_600,
      refresh_token: expect.stringMatching(/^noek_refresh_/),
    });
    expect(await readToken(ctx, tokens.access_token)).toMatchObject({ user: { id }, scopes: ['chat'] });
    const { apiTokens, appAuthorizations, connectedApps } = ctx.db.tables;
    const stored = await Promise.all(
      [apiTokens, appAuthorizations, connectedApps].map((t) => ctx.db.orm.select().from(t)),
    );
    for (const secret of [code, tokens.access_token.slice(5), tokens.refresh_token?.split('.')[1] ?? ''])
      expect(JSON.stringify(stored)).not.toContain(secret);
    ctx.clock.advance(3_600 * SECOND);
    expect(await works(ctx, tokens.access_token)).toBe(false);
    expect(await eventsOf(me)).toEqual([['app-connected', 'Notes']]);
  });

  test('is refused with another verifier, app, address or resource, and works afterwards', async () => {
    const { ctx, me } = await start(await open());
    const code = await allowedCode(me);
    const wrongs: Record<string, string>[] = [
      { code_verifier: 'w'.repeat(43) },
      { code_verifier: challengeOf(verifier) },
      { client_id: 'https://other.example/client.json' },
      { client_id: 'noek-command' },
      { redirect_uri: localReturn },
      { redirect_uri: `${notesReturn}&x=1` },
      { code: `${code}x` },
    ];
    for (const wrong of wrongs)
      await expect(issueTokens(ctx, exchangeForm(code, wrong))).rejects.toMatchObject(invalidGrant);
    for (const name of ['code', 'code_verifier', 'client_id', 'grant_type']) {
      const form = exchangeForm(code);
      form.delete(name);
      await expect(issueTokens(ctx, form)).rejects.toMatchObject({ code: 'invalid_request' });
    }
    await expect(issueTokens(ctx, exchangeForm(code, { resource: 'https://x.example' }))).rejects.toMatchObject({
      code: 'invalid_target',
    });
    await expect(issueTokens(ctx, exchangeForm(code, { grant_type: 'password' }))).rejects.toMatchObject({
      code: 'unsupported_grant_type',
    });
    expect(await issueTokens(ctx, exchangeForm(code))).toMatchObject({ scope: 'chat' });
  });

  test('lives for a minute', async () => {
    const { ctx, me } = await start(await open());
    const [first, second] = [await allowedCode(me), await allowedCode(me)];
    ctx.clock.advance(60 * SECOND - 1);
    await issueTokens(ctx, exchangeForm(first));
    ctx.clock.advance(1);
    await expect(issueTokens(ctx, exchangeForm(second))).rejects.toMatchObject(invalidGrant);
  });

  test('a second exchange disconnects what the first one connected, also an hour later', async () => {
    const { ctx, me } = await start(await open());
    const code = await allowedCode(me);
    const tokens = await issueTokens(ctx, exchangeForm(code));
    ctx.clock.advance(30 * 60 * SECOND);
    await expect(issueTokens(ctx, exchangeForm(code, { code_verifier: 'w'.repeat(43) }))).rejects.toMatchObject(
      invalidGrant,
    );
    expect(await works(ctx, tokens.access_token)).toBe(true);
    await expect(issueTokens(ctx, exchangeForm(code))).rejects.toMatchObject(invalidGrant);
    expect(await works(ctx, tokens.access_token)).toBe(false);
    await expect(issueTokens(ctx, refreshForm(tokens.refresh_token ?? ''))).rejects.toMatchObject(invalidGrant);
    expect(await listApps(me)).toEqual([]);
    expect((await eventsOf(me))[0]).toEqual(['app-disconnected', 'Notes: a code or token of it was used twice']);
  });

  test('50 exchanges at once: one succeeds, and the others disconnect it', async () => {
    const { ctx, me } = await start(await open());
    const code = await allowedCode(me);
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => issueTokens(ctx, exchangeForm(code))));
    const [won, ...others] = succeeded(tries);
    expect(others).toEqual([]);
    expect(failures(tries)).toEqual(new Set(['invalid_grant']));
    expect(await works(ctx, won?.access_token ?? '')).toBe(false);
    expect(await listApps(me)).toEqual([]);
  });

  test('a change of the password voids a code that was not exchanged yet', async () => {
    const { ctx, me } = await start(await open());
    const code = await allowedCode(me);
    await changePassword(me, { currentPassword: password, newPassword: 'another one' });
    await expect(issueTokens(ctx, exchangeForm(code))).rejects.toMatchObject(invalidGrant);
  });
});

describeOnEngines('a refresh token', (open) => {
  const refreshed = async (ctx: TestCtx, { refresh_token = '' }: TokenAnswer) =>
    issueTokens(ctx, refreshForm(refresh_token));

  test('is replaced at each use, and lives for 60 days from then', async () => {
    const { ctx, id } = await start(await open());
    let tokens: TokenAnswer = await connectedApp(ctx, id);
    for (let round = 0; round < 3; round++) {
      ctx.clock.advance(59 * DAY);
      const next = await refreshed(ctx, tokens);
      expect(next).toMatchObject({ scope: 'chat', expires_in: 3_600 });
      expect([next.refresh_token, next.access_token]).not.toContain(tokens.refresh_token);
      expect(await works(ctx, next.access_token)).toBe(true);
      tokens = next;
    }
    ctx.clock.advance(60 * DAY);
    await expect(refreshed(ctx, tokens)).rejects.toMatchObject(invalidGrant);
    await purgeAuthRows(ctx);
    expect(await ctx.db.orm.select().from(ctx.db.tables.connectedApps)).toEqual([]);
    expect(await ctx.db.orm.select().from(ctx.db.tables.apiTokens)).toEqual([]);
  });

  test('50 at once: it is replaced once, and all get the same answer', async () => {
    const { ctx, id, me } = await start(await open());
    const tokens = await connectedApp(ctx, id);
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => refreshed(ctx, tokens)));
    expect(failures(tries)).toEqual(new Set());
    expect(new Set(succeeded(tries).map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await ctx.db.orm.select().from(ctx.db.tables.apiTokens)).toHaveLength(2);
    expect(await listApps(me)).toHaveLength(1);
  });

  test('a request that is repeated within ten seconds gets the same answer; a later one disconnects the app', async () => {
    const { ctx, id, me } = await start(await open());
    const tokens = await connectedApp(ctx, id);
    const first = await refreshed(ctx, tokens);
    ctx.clock.advance(10 * SECOND - 1);
    expect(await refreshed(ctx, tokens)).toEqual({ ...first, expires_in: 3_590 });
    ctx.clock.advance(1);
    await expect(refreshed(ctx, tokens)).rejects.toMatchObject(invalidGrant);
    expect(await works(ctx, first.access_token)).toBe(false);
    await expect(refreshed(ctx, first)).rejects.toMatchObject(invalidGrant);
    expect(await listApps(me)).toEqual([]);
  });

  test('once its successor was used, it disconnects the app at once, however old it is', async () => {
    const { ctx, id, me } = await start(await open());
    const tokens = await connectedApp(ctx, id);
    const second = await refreshed(ctx, tokens);
    const third = await refreshed(ctx, second);
    expect(await works(ctx, third.access_token)).toBe(true);
    await expect(refreshed(ctx, tokens)).rejects.toMatchObject(invalidGrant);
    expect(await listApps(me)).toEqual([]);
    expect(await works(ctx, third.access_token)).toBe(false);
  });

  test('of another app, another server, or a made-up one changes nothing', async () => {
    const { ctx, id, me } = await start(await open());
    const { refresh_token = '', id: appId } = await connectedApp(ctx, id);
    const [, secret = '', tag = ''] = refresh_token.split('.');
    for (const wrong of [
      refreshForm(refresh_token, { client_id: 'https://other.example/client.json' }),
      refreshForm(`noek_refresh_${appId}.${'x'.repeat(43)}.${tag}`),
      refreshForm(`noek_refresh_${appId}.${secret}.${'x'.repeat(43)}`),
      refreshForm('noek_refresh_x'),
    ])
      await expect(issueTokens(ctx, wrong)).rejects.toMatchObject(invalidGrant);
    expect(await listApps(me)).toHaveLength(1);
    expect(await works(ctx, refresh_token)).toBe(false);
    expect(await issueTokens(ctx, refreshForm(refresh_token))).toMatchObject({ scope: 'chat' });
  });

  test('gives fewer scopes if the app asks for fewer, and never more', async () => {
    const { ctx, id } = await start(await open());
    const tokens = await connectedApp(ctx, id, 'chat');
    const form = (scope: string) => refreshForm(tokens.refresh_token ?? '', { scope });
    for (const scope of ['all', 'chat all', 'admin'])
      await expect(issueTokens(ctx, form(scope))).rejects.toMatchObject({ code: 'invalid_scope' });
    const fewer = await issueTokens(ctx, form('read'));
    expect(fewer).toMatchObject({ scope: 'read' });
    expect(await readToken(ctx, fewer.access_token)).toMatchObject({ scopes: ['read'] });
    expect(await refreshed(ctx, fewer)).toMatchObject({ scope: 'chat' });
  });
});

describeOnEngines('a device', (open) => {
  const command = { client_id: 'noek-command' };
  const ask = (ctx: TestCtx, given: Record<string, string> = {}) =>
    requestDevice(
      ctx.as({ kind: 'guest', guestId: null }, { userAgent: 'noek/1.6 node', ip: '203.0.113.7' }),
      new Map(Object.entries({ ...command, scope: 'all', ...given })),
    );
  const poll = (ctx: TestCtx, { device_code }: { device_code: string }, given: Record<string, string> = {}) =>
    issueTokens(
      ctx,
      new Map(
        Object.entries({
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code,
          ...command,
          ...given,
        }),
      ),
    );

  test('shows a code, waits until its person allows it, and gets a token that does not expire', async () => {
    const { ctx, id, me } = await start(await open());
    const codes = await ask(ctx);
    const page = `${ctx.config.origins.chat}/connect`;
    expect(codes).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${codes.user_code}`,
      expires_in: 900,
      interval: 5,
    });
    await expect(poll(ctx, codes)).rejects.toMatchObject({ code: 'authorization_pending' });
    await expect(poll(ctx, codes)).rejects.toMatchObject({ code: 'slow_down' });
    ctx.clock.advance(5 * SECOND);
    await expect(poll(ctx, codes)).rejects.toMatchObject({ code: 'authorization_pending' });
    const typed = codes.user_code.toLowerCase().replace('-', ' ');
    expect(await findDevice(me, { userCode: typed })).toEqual({
      name: 'Noek for the terminal',
      host: null,
      isRegistered: false,
      scopes: ['all'],
      userCode: codes.user_code,
      device: 'noek',
      network: '203.0.113.0/24',
      askedAt: new Date(ctx.now().getTime() - 5 * SECOND).toISOString(),
    });
    await allowDevice(me, { userCode: typed });
    const tokens = await poll(ctx, codes);
    expect(tokens).toEqual({ access_token: expect.stringMatching(/^noek_/), token_type: 'Bearer', scope: 'all' });
    ctx.clock.advance(3_650 * DAY);
    await purgeAuthRows(ctx);
    expect(await readToken(ctx, tokens.access_token)).toMatchObject({ user: { id }, scopes: ['all'] });
    const rows = await ctx.db.orm.select().from(ctx.db.tables.appAuthorizations);
    expect(rows).toEqual([]);
  });

  test('a code is answered once, by one person; a second exchange disconnects the device', async () => {
    const { ctx, me } = await start(await open());
    const stranger = await signedInAs(ctx, (await insertPerson(ctx)).id);
    const codes = await ask(ctx);
    const userCode = codes.user_code;
    const tries = await Promise.allSettled([me, stranger, me, stranger].map((who) => allowDevice(who, { userCode })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(failures(tries)).toEqual(new Set(['NOT_FOUND']));
    for (const act of [findDevice, allowDevice, refuseDevice])
      await expect(act(me, { userCode })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const polls = await Promise.allSettled(Array.from({ length: 20 }, () => poll(ctx, codes)));
    const [won, ...others] = succeeded(polls);
    expect(others).toEqual([]);
    expect(await works(ctx, won?.access_token ?? '')).toBe(false);
    expect([...(await listApps(me)), ...(await listApps(stranger))]).toEqual([]);
  });

  test('that is refused or too late gets nothing', async () => {
    const { ctx, me } = await start(await open());
    const refused = await ask(ctx);
    await refuseDevice(me, { userCode: refused.user_code });
    await expect(poll(ctx, refused)).rejects.toMatchObject({ code: 'access_denied' });
    await expect(allowDevice(me, { userCode: refused.user_code })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const late = await ask(ctx);
    const allowedLate = await ask(ctx);
    await allowDevice(me, { userCode: allowedLate.user_code });
    ctx.clock.advance(900 * SECOND);
    await expect(allowDevice(me, { userCode: late.user_code })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const codes of [late, allowedLate])
      await expect(poll(ctx, codes)).rejects.toMatchObject({ code: 'expired_token' });
    expect(await listApps(me)).toEqual([]);
  });

  test('only the command may ask; another app cannot fetch its token, nor a redirect its code', async () => {
    const { ctx, me } = await start(await open());
    await expect(ask(ctx, { client_id: notes })).rejects.toMatchObject({ code: 'unauthorized_client' });
    await expect(ask(ctx, { scope: 'admin' })).rejects.toMatchObject({ code: 'invalid_scope' });
    await expect(ask(ctx, { resource: 'https://x.example' })).rejects.toMatchObject({ code: 'invalid_target' });
    const codes = await ask(ctx);
    await allowDevice(me, { userCode: codes.user_code });
    await expect(poll(ctx, codes, { client_id: notes })).rejects.toMatchObject(invalidGrant);
    await expect(poll(ctx, { device_code: 'x' })).rejects.toMatchObject(invalidGrant);
    await expect(
      issueTokens(ctx, exchangeForm(codes.device_code, { client_id: 'noek-command' })),
    ).rejects.toMatchObject(invalidGrant);
    const code = await allowedCode(me);
    await expect(poll(ctx, { device_code: code }, { client_id: notes })).rejects.toMatchObject(invalidGrant);
  });

  test('codes cannot be guessed: 20 at once, then one per minute; malformed ones do not count', async () => {
    const { ctx, me } = await start(await open());
    for (let tries = 0; tries < 30; tries++)
      await expect(findDevice(me, { userCode: 'AEIO-U123' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const acts = [findDevice, allowDevice, refuseDevice];
    for (let tries = 0; tries < 20; tries++)
      await expect(acts[tries % 3]?.(me, { userCode: 'BCDF-GHJK' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const act of acts)
      await expect(act(me, { userCode: 'BCDF-GHJK' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    ctx.clock.advance(60 * SECOND);
    await expect(findDevice(me, { userCode: 'BCDF-GHJK' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(findDevice(me, { userCode: 'BCDF-GHJK' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describeOnEngines('connected apps', (open) => {
  test('are listed with their last use; their access tokens are neither listed, counted nor revoked as tokens', async () => {
    const { ctx, id, me } = await start(await open());
    const { id: appId, access_token } = await connectedApp(ctx, id);
    const app = {
      id: appId,
      name: 'Notes',
      host: 'notes.example',
      isRegistered: false,
      scopes: ['chat'],
      createdAt: ctx.now().toISOString(),
      lastUsedAt: null,
      messagesToday: 0,
    };
    expect(await listApps(me)).toEqual([app]);
    await readToken(ctx, access_token);
    expect(await listApps(me)).toEqual([{ ...app, lastUsedAt: ctx.now().toISOString() }]);
    expect(await listTokens(me)).toEqual([]);
    const [row] = await ctx.db.orm.select().from(ctx.db.tables.apiTokens);
    await expect(revokeToken(me, { id: row?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await works(ctx, access_token)).toBe(true);
  });

  test('another person’s app is not found', async () => {
    const { ctx, id } = await start(await open());
    const app = await connectedApp(ctx, id);
    const stranger = await signedInAs(ctx, (await insertPerson(ctx)).id);
    expect(await listApps(stranger)).toEqual([]);
    for (const wrong of [app.id, 'unknown'])
      await expect(disconnectApp(stranger, { id: wrong })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'App not found.',
      });
    expect(await works(ctx, app.access_token)).toBe(true);
  });

  const ending: [string, (ctx: TestCtx, me: TestCtx, app: TokenAnswer & { id: string }) => Promise<unknown>][] = [
    ['Revoke on the account page', (_, me, { id }) => disconnectApp(me, { id })],
    [
      'the app itself, with its access token',
      (ctx, _, app) => revokeAppToken(ctx, new Map([['token', app.access_token]])),
    ],
    [
      'the app itself, with its refresh token',
      (ctx, _, app) =>
        revokeAppToken(
          ctx,
          new Map([
            ['token', app.refresh_token ?? ''],
            ['client_id', notes],
          ]),
        ),
    ],
    [
      'a change of the password',
      (_, me) => changePassword(me, { currentPassword: password, newPassword: 'another one' }),
    ],
    ['the deletion of the account', (_, me) => deleteAccount(me)],
    [
      'a suspension',
      async (ctx, me) => {
        const admin = await signedInAs(ctx, (await insertPerson(ctx, { accessLevel: 'admin' })).id);
        await suspendUser(admin, { id: 'user' in me.actor ? me.actor.user.id : '', reason: 'Spam.' });
      },
    ],
  ];

  test.each(ending)('%s ends every access of the app and its streams', async (_, act) => {
    const { ctx, id, me } = await start(await open());
    const app = await connectedApp(ctx, id);
    const others = await connectedApp(ctx, (await insertPerson(ctx)).id);
    // The repeated check is only for lost notifications. Streams must end without it.
    vi.spyOn(ctx.background, 'every').mockReturnValue(() => {});
    const { user, ...token } = await readToken(ctx, app.access_token);
    const { signal } = watchSession(ctx.as({ kind: 'user', user, token }));
    await act(ctx, me, app);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    expect(signal.reason).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await works(ctx, app.access_token)).toBe(false);
    await expect(issueTokens(ctx, refreshForm(app.refresh_token ?? ''))).rejects.toMatchObject(invalidGrant);
    expect(await works(ctx, others.access_token)).toBe(true);
  });

  test('what an app may not revoke: personal tokens, and the tokens of other apps', async () => {
    const { ctx, id, me } = await start(await open());
    const { token } = await createToken(me, { name: 'A script', scopes: ['read'] });
    const app = await connectedApp(ctx, id);
    await revokeAppToken(ctx, new Map([['token', token]]));
    await revokeAppToken(
      ctx,
      new Map([
        ['token', app.access_token],
        ['client_id', 'noek-command'],
      ]),
    );
    await revokeAppToken(ctx, new Map([['token', 'unknown']]));
    for (const text of [token, app.access_token]) expect(await works(ctx, text)).toBe(true);
    await expect(revokeAppToken(ctx, new Map())).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
