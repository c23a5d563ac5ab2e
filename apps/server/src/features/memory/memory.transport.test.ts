import { memoryListSchema, memorySchema } from '@noek/contract/memory/schemas';
import { insertMemories, insertUser } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { openFixture } from '../../testing/documented-calls/documented-call.ts';

const tea = { title: 'Tea', content: 'Likes green tea.' };
type Data<T> = { result: { data: T } };

test('[7.35] [7.36] [3.07] memories are created, listed, changed and deleted over REST', async () => {
  const { me } = await openFixture();
  const created = await me.json('/api/memories', { method: 'POST', body: { ...tea, title: '  Tea  ' } });
  expect([created.status, created.body]).toEqual([201, { ...memorySchema.parse(created.body), ...tea }]);
  const path = `/api/memories/${created.body.id}`;
  expect(await me.json(path, { method: 'PATCH', body: { importance: 'high' } })).toMatchObject({
    status: 200,
    body: { ...tea, importance: 'high' },
  });
  const list = await me.json('/api/memories');
  expect(memoryListSchema.parse(list.body)).toMatchObject({ count: 1, limit: 50, memories: [{ importance: 'high' }] });
  expect(await me.json(path, { method: 'DELETE' })).toEqual({ status: 200, body: { message: 'Memory deleted' } });
  expect(await me.json(path, { method: 'DELETE' })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('[9.05] an administrator reads that the limit is unlimited', async () => {
  const { db, signedIn } = await openFixture();
  const admin = await signedIn((await insertUser(db, { accessLevel: 'admin' })).id);
  expect((await admin.json('/api/memories')).body).toEqual({ memories: [], count: 0, limit: 'unlimited' });
});

test('[5.25] both transports refuse one memory too many with the same message', async () => {
  const { me, db, user } = await openFixture();
  await insertMemories(db, user.id, Array(50).fill({}));
  const message = 'Memory limit reached! Delete some memories or upgrade.';
  expect(await me.json('/api/memories', { method: 'POST', body: tea })).toMatchObject({
    status: 409,
    body: { message, code: 'CONFLICT', memoryLimitReached: true },
  });
  expect(await me.json('/api/trpc/memory.create', { method: 'POST', body: tea })).toMatchObject({
    status: 409,
    body: { error: { message, data: { code: 'CONFLICT', memoryLimitReached: true } } },
  });
});

test('typed procedures return the same results and the same errors', async () => {
  const { me, guest, db, user } = await openFixture();
  const [row] = await insertMemories(db, user.id, [tea]);
  const list = await me.json<Data<unknown>>('/api/trpc/memory.list');
  expect(list.body.result.data).toEqual((await me.json('/api/memories')).body);
  const call = (name: string, body: unknown, who = me) =>
    who.json(`/api/trpc/memory.${name}`, { method: 'POST', body });
  expect(await call('update', { id: row?.id, title: 'Coffee' })).toMatchObject({
    status: 200,
    body: { result: { data: { title: 'Coffee', content: tea.content } } },
  });
  const stranger = await insertUser(db);
  const [theirs] = await insertMemories(db, stranger.id, [tea]);
  const answers = [];
  for (const id of [theirs?.id, 'nothing'])
    for (const name of ['update', 'delete']) answers.push(await call(name, { id, title: 'Mine' }));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  for (const [name, body] of Object.entries({ create: tea, update: { id: row?.id }, delete: { id: row?.id } }))
    expect(await call(name, body, guest)).toMatchObject({ status: 401 });
  expect((await guest.json('/api/trpc/memory.list')).status).toBe(401);
});

test.each([
  [{ title: ' ' }, 'A memory needs a title.'],
  [{ title: 'x'.repeat(121) }, 'A title has at most 120 characters.'],
  [{ content: '\n' }, 'Write what Noek should remember.'],
  [{ content: 'x'.repeat(2_001) }, 'A memory has at most 2,000 characters.'],
  [{ category: 'x'.repeat(41) }, 'A category has at most 40 characters.'],
])('%j is refused with a message, and nothing is saved', async (wrong, message) => {
  const { me, db, user } = await openFixture();
  const refused = { status: 400, body: { message, code: 'BAD_REQUEST' } };
  expect(await me.json('/api/memories', { method: 'POST', body: { ...tea, ...wrong } })).toEqual(refused);
  const [row] = await insertMemories(db, user.id, [tea]);
  expect(await me.json(`/api/memories/${row?.id}`, { method: 'PATCH', body: wrong })).toEqual(refused);
  expect((await me.json('/api/memories')).body).toMatchObject({ count: 1, memories: [tea] });
});

test('fields that cannot be set are ignored', async () => {
  const { me, db, user } = await openFixture();
  const other = await insertUser(db);
  const sneaky = { ...tea, id: 'chosen', userId: other.id, createdAt: '2001-01-01T00:00:00.000Z', conversationId: 7 };
  const { body } = await me.json<{ id: string }>('/api/memories', { method: 'POST', body: sneaky });
  expect(body).toMatchObject({ ...tea, conversationId: null });
  expect(body.id).not.toBe('chosen');
  await me.call(`/api/memories/${body.id}`, { method: 'PATCH', body: sneaky });
  expect(await db.orm.select().from(db.tables.memories)).toMatchObject([{ ...tea, id: body.id, userId: user.id }]);
});

test('every invalid value in every field of a typed procedure is refused with a message or accepted', async () => {
  const { me, db, user } = await openFixture();
  const [row] = await insertMemories(db, user.id, [tea]);
  const good = {
    id: row?.id,
    ...tea,
    category: 'Drinks',
    importance: 'low',
    conversationId: 7,
    messageId: 'm',
    createdAt: '2025-06-28T10:00:00.000Z',
  };
  const wrong = [null, 0, -1, 1e308, '', '\u0000', '\ud800', "' or 1=1 --", 'x'.repeat(40_000), [], {}, { $ne: null }];
  const dates = [
    '0000-00-00T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999999Z',
    '2025-02-30T00:00:00Z',
  ];
  for (const name of ['create', 'update', 'delete', 'restore'])
    for (const field of Object.keys(good))
      for (const value of [...wrong, ...dates]) {
        const body = { ...good, [field]: value };
        const { status } = await me.json(`/api/trpc/memory.${name}`, { method: 'POST', body });
        expect([name, field, value, status < 500]).toEqual([name, field, value, true]);
      }
});
