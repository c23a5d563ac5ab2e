import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { openFixture } from '../../../testing/documented-calls/documented-call.ts';
import { mailsTo } from '../../../testing/read-outbox.ts';
import { readUser } from '../auth.queries.ts';
import { forgotPassword } from '../password/forgot-password.ts';
import { changeAccount } from './change-account.ts';

describeOnEngines('what people change in their account', (open) => {
  test('[7.37] [7.38] each call changes its setting, of the caller alone', async () => {
    const db = await open();
    const other = await insertUser(db);
    const actor = await userActor(db);
    const ctx = createTestCtx({ db, actor });
    expect(await changeAccount(ctx, { memoryEnabled: false })).toEqual({ ...actor.user, memoryEnabled: false });
    expect(await changeAccount(ctx, { allowModelTraining: false })).toEqual({
      ...actor.user,
      memoryEnabled: false,
      allowModelTraining: false,
    });
    expect(await changeAccount(ctx, { memoryEnabled: true })).toMatchObject({ memoryEnabled: true });
    const [untouched] = await db.orm.select().from(db.tables.users).where(eq(db.tables.users.id, other.id));
    expect(untouched).toEqual(other);
  });

  test('a new name changes in the account of the caller alone, for every later read and mail', async () => {
    const db = await open();
    const other = await insertUser(db);
    const actor = await userActor(db);
    const ctx = createTestCtx({ db, actor });
    expect(await changeAccount(ctx, { name: 'Mira Lindqvist' })).toEqual({ ...actor.user, name: 'Mira Lindqvist' });
    expect(await changeAccount(ctx, {})).toEqual({ ...actor.user, name: 'Mira Lindqvist' });
    expect(await readUser(db, actor.user.id, ctx.now())).toMatchObject({ name: 'Mira Lindqvist' });
    const [untouched] = await db.orm.select().from(db.tables.users).where(eq(db.tables.users.id, other.id));
    expect(untouched).toEqual(other);
    await forgotPassword(ctx, { email: actor.user.email });
    expect((await mailsTo(db, actor.user.email))[0]?.text).toContain('Hello Mira Lindqvist,');
  });

  test('guests and deleted accounts get UNAUTHORIZED', async () => {
    const db = await open();
    const ctx = createTestCtx({ db, actor: await guestActor(db) });
    await expect(changeAccount(ctx, { memoryEnabled: false })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const actor = await userActor(db);
    await db.write((orm) => orm.delete(db.tables.users).where(eq(db.tables.users.id, actor.user.id)));
    await expect(changeAccount(ctx.as(actor), { memoryEnabled: false })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });
});

test('both transports change the name by the rules of a sign-up, and the next request sees it', async () => {
  const { me, guest } = await openFixture();
  const { body: before } = await me.json<object>('/api/auth/user');
  const rename = (name: unknown) => me.json('/api/account', { method: 'PATCH', body: { name } });
  expect(await rename('  Mira\n\u0000Lindqvist ')).toEqual(
    expect.objectContaining({ status: 200, body: { ...before, name: 'Mira Lindqvist' } }),
  );
  const typed = await me.json('/api/trpc/auth.changeAccount', { method: 'POST', body: { name: 'Mira L.' } });
  expect(typed.body).toMatchObject({ result: { data: { ...before, name: 'Mira L.' } } });
  for (const [name, message] of [
    ['\u200b ', 'Enter your name.'],
    [null, 'Enter your name.'],
    ['x'.repeat(121), 'Names are at most 120 characters.'],
  ])
    expect(await rename(name)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', message } });
  expect((await guest.json('/api/account', { method: 'PATCH', body: { name: 'Eve' } })).status).toBe(401);
  expect((await me.json('/api/auth/user')).body).toEqual({ ...before, name: 'Mira L.' });
});

test('[7.37] [7.38] both transports answer with the user, and the next request sees the change', async () => {
  const { me, guest } = await openFixture();
  const before = (await me.json<object>('/api/auth/user')).body;
  for (const [path, body] of [
    ['/api/user/memory-settings', { memoryEnabled: false }],
    ['/api/user/model-training-consent', { allowModelTraining: false }],
  ] as const) {
    expect(await me.json(path, { method: 'POST', body })).toMatchObject({ status: 200, body });
    expect((await guest.json(path, { method: 'POST', body })).status).toBe(401);
  }
  const after = { ...before, memoryEnabled: false, allowModelTraining: false };
  expect((await me.json('/api/auth/user')).body).toEqual(after);
  const typed = await me.json('/api/trpc/auth.memorySettings', { method: 'POST', body: { memoryEnabled: true } });
  expect(typed.body).toMatchObject({ result: { data: { ...after, memoryEnabled: true } } });
});

test.each([
  ['/api/user/memory-settings', { memoryEnabled: 'yes' }, 'Memory is either on or off: true or false.'],
  ['/api/user/memory-settings', {}, 'Memory is either on or off: true or false.'],
  [
    '/api/user/model-training-consent',
    { allowModelTraining: null },
    'Model training is either allowed or not: true or false.',
  ],
])('%s refuses %j with a sentence', async (path, body, message) => {
  const { me } = await openFixture();
  expect(await me.json(path, { method: 'POST', body })).toMatchObject({ status: 400, body: { message } });
  expect((await me.json('/api/auth/user')).body).toMatchObject({ memoryEnabled: true, allowModelTraining: true });
});

test('the account says how to answer in all chats: at most 8,000 characters, and a longer text changes nothing', async () => {
  const { me } = await openFixture();
  const save = (instructions: unknown) => me.json('/api/account', { method: 'PATCH', body: { instructions } });
  expect(await save(`  ${'é'.repeat(8_000)}\n`)).toMatchObject({
    status: 200,
    body: { instructions: 'é'.repeat(8_000) },
  });
  expect(await save('x'.repeat(8_001))).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST', message: 'Instructions have at most 8,000 characters.' },
  });
  expect((await save(7)).status).toBe(400);
  expect((await me.json('/api/auth/user')).body).toMatchObject({ instructions: 'é'.repeat(8_000) });
  expect(await save('')).toMatchObject({ status: 200, body: { instructions: '' } });
});
