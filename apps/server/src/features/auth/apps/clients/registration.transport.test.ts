import { appLimits } from '@noek/contract/auth/limits';
import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { authorizeQuery, notesReturn, scriptedClients } from '../../../../testing/connected-app.ts';
import { createTestApp } from '../../../../testing/create-test-app.ts';
import { insertPerson, signedInAs } from '../../../../testing/sign-in.ts';
import { createScriptedLlm } from '../../../../testing/stand-ins/scripted-llm.ts';
import { allowApp } from '../authorization/allow-app.ts';
import { appRequest } from '../authorization/app-request.ts';
import { disconnectApp } from '../disconnect-app.ts';
import { listApps } from '../list-apps.ts';
import { purgeApps } from './purge-apps.ts';

const issuer = 'http://localhost:5000';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function serve(db: Database, env: Record<string, string>) {
  const { ctx, caller } = createTestApp(db, createScriptedLlm(), { clientMetadata: scriptedClients, env });
  const program = caller();
  const register = (body: unknown) =>
    program.json<{ client_id: string; error?: string }>('/oauth/register', { method: 'POST', body });
  return { ctx, program, register };
}

async function start(db: Database) {
  const { ctx, program, register } = serve(db, { OAUTH_REGISTRATION: 'true' });
  const { id } = await insertPerson(ctx);
  const me = await signedInAs(ctx, id);
  const registered = async () =>
    (await register({ client_name: 'Bridge', redirect_uris: [notesReturn] })).body.client_id;
  const kept = async () => (await db.orm.select().from(db.tables.registeredClients)).map((client) => client.id);
  return { ctx, id, me, program, register, registered, kept };
}

describeOnEngines('an app that registers itself', (open) => {
  test('where apps cannot register, nothing says that they can, and those that did cannot ask', async () => {
    const db = await open();
    const before = await start(db);
    const client_id = await before.registered();
    const { program, register, ctx } = serve(db, {});
    const me = await signedInAs(ctx, before.id);
    const metadata = await program.json('/.well-known/oauth-authorization-server');
    expect(metadata.body).not.toHaveProperty('registration_endpoint');
    expect((await register({ redirect_uris: [notesReturn] })).status).toBe(404);
    expect(await appRequest(me, { query: authorizeQuery({ client_id }) })).toMatchObject({ kind: 'problem' });
  });

  test('gets an id and no secret, whatever it asks for', async () => {
    const { register, program } = await start(await open());
    const asked = { redirect_uris: [notesReturn], token_endpoint_auth_method: 'client_secret_post', scope: 'all' };
    expect(await register(asked)).toEqual({
      status: 201,
      body: {
        client_id: expect.stringMatching(/^registered-[\w-]{43}$/),
        client_id_issued_at: expect.any(Number),
        client_name: 'An app without a name',
        redirect_uris: [notesReturn],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    });
    const metadata = await program.json('/.well-known/oauth-authorization-server');
    expect(metadata.body).toMatchObject({ registration_endpoint: `${issuer}/oauth/register` });
  });

  test('what cannot be used is refused as RFC 7591 says, and stores nothing', async () => {
    const { register, program, kept } = await start(await open());
    const wrongUris = [
      undefined,
      [],
      notesReturn,
      [7],
      ['javascript:alert(1)'],
      ['cursor://anysphere/callback'],
      ['http://notes.example/back'],
      ['https://me:secret@notes.example/back'],
      [`${notesReturn}#part`],
      [notesReturn, 'data:text/html,x'],
      Array.from({ length: 11 }, (_, n) => `https://notes.example/${n}`),
      [`https://notes.example/${'x'.repeat(2_048)}`],
    ];
    for (const redirect_uris of wrongUris)
      expect(await register({ redirect_uris })).toMatchObject({
        status: 400,
        body: { error: 'invalid_redirect_uri', error_description: expect.any(String) },
      });
    const redirect_uris = [notesReturn];
    for (const body of [
      { redirect_uris, grant_types: ['client_credentials'] },
      { redirect_uris, response_types: ['token'] },
      { redirect_uris, client_name: 7 },
      { redirect_uris, client_name: 'x'.repeat(1_001) },
      [],
      'text',
      null,
    ])
      expect(await register(body)).toMatchObject({ status: 400, body: { error: 'invalid_client_metadata' } });
    for (const call of [{ text: '{' }, { text: '{}', headers: { 'Content-Type': 'text/plain' } }])
      expect(await program.json('/oauth/register', { method: 'POST', ...call })).toMatchObject({
        status: 400,
        body: { error: 'invalid_client_metadata' },
      });
    expect((await register({ redirect_uris, client_name: 'x'.repeat(17_000) })).status).toBe(413);
    expect(await kept()).toEqual([]);
  });

  test('it returns only to what it registered', async () => {
    const { me, registered } = await start(await open());
    const client_id = await registered();
    const asks = (redirect_uri: string) => appRequest(me, { query: authorizeQuery({ client_id, redirect_uri }) });
    expect(await asks(notesReturn)).toMatchObject({ kind: 'ask', name: 'Bridge' });
    for (const wrong of ['https://evil.example/back', `${notesReturn}/more`, 'http://127.0.0.1:3334/oauth/callback'])
      expect(await asks(wrong)).toMatchObject({ kind: 'problem' });
    const unknown = authorizeQuery({ client_id: `registered-${'x'.repeat(43)}` });
    expect(await appRequest(me, { query: unknown })).toMatchObject({ kind: 'problem' });
  });

  test('one network registers 60 at once, then one per minute', async () => {
    const { register, kept } = await start(await open());
    const tries = await Promise.all(Array.from({ length: 70 }, () => register({ redirect_uris: [notesReturn] })));
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(60);
    expect(tries.find(({ status }) => status === 429)?.body).toMatchObject({ error: 'temporarily_unavailable' });
    expect(await kept()).toHaveLength(60);
  });

  test('all together are bounded until the waiting ones expire', async () => {
    const db = await open();
    const { ctx, register, kept } = await start(db);
    const { registeredClients: c } = db.tables;
    const createdAt = ctx.now();
    const expiresAt = new Date(createdAt.getTime() + MINUTE);
    const rows = Array.from({ length: appLimits.mostRegistrations }, (_, n) => ({
      ...{ id: `registered-${n}`, name: 'Crowd', redirectUris: [notesReturn], allowedAt: null, createdAt, expiresAt },
    }));
    for (let at = 0; at < rows.length; at += 500)
      await db.write((orm) => orm.insert(c).values(rows.slice(at, at + 500)));
    expect(await register({ redirect_uris: [notesReturn] })).toMatchObject({
      status: 503,
      body: { error: 'temporarily_unavailable' },
    });
    ctx.clock.advance(MINUTE);
    expect((await register({ redirect_uris: [notesReturn] })).status).toBe(201);
    await purgeApps(ctx);
    expect(await kept()).toHaveLength(1);
  });

  test('is deleted after an hour unless a person allows it, and otherwise 60 days after that and its last connection', async () => {
    const { ctx, id, me, program, registered, kept } = await start(await open());
    const forgotten = await registered();
    const client_id = await registered();
    const query = authorizeQuery({ client_id });
    const code = new URL((await allowApp(me, { query })).to).searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', client_id, code, code_verifier: 'v'.repeat(43) };
    const sent = await program.json('/oauth/token', {
      method: 'POST',
      text: `${new URLSearchParams(form)}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(sent.status).toBe(200);
    ctx.clock.advance(appLimits.registrationMinutes * MINUTE);
    expect(await appRequest(me, { query: authorizeQuery({ client_id: forgotten }) })).toMatchObject({
      kind: 'problem',
    });
    await purgeApps(ctx);
    expect(await kept()).toEqual([client_id]);

    // It is used beyond these days.
    const { connectedApps } = ctx.db.tables;
    const refreshExpiresAt = new Date(ctx.now().getTime() + 2 * appLimits.refreshTokenDays * DAY);
    await ctx.db.write((orm) => orm.update(connectedApps).set({ refreshExpiresAt }));
    ctx.clock.advance(appLimits.refreshTokenDays * DAY);
    await purgeApps(ctx);
    expect(await kept()).toEqual([client_id]);
    expect(await appRequest(me, { query })).toMatchObject({ kind: 'ask' });
    const again = await signedInAs(ctx, id);
    const [app] = await listApps(again);
    await disconnectApp(again, { id: app?.id ?? '' });
    await purgeApps(ctx);
    expect(await kept()).toEqual([]);
  });
});
