import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { openFixture } from '../../../testing/documented-calls/documented-call.ts';
import { putSomeInSearch } from '../../files/searching/put-in-search.ts';

test('both transports find the same, only for signed-in people', async () => {
  const { db, user, me, guest } = await openFixture();
  const { id } = await insertConversation(db, { userId: user.id, title: 'A trip' });
  await insertMessages(db, id, ['lantern one', 'lantern two']);
  const input = encodeURIComponent(JSON.stringify({ q: 'lant', limit: 1 }));
  const [rest, typed] = [`/api/conversations/search?q=lant&limit=1`, `/api/trpc/chat.search?input=${input}`];
  const hits = await (await me.call(rest)).json();
  expect(hits).toMatchObject([{ conversationId: id, snippet: 'lantern two', marks: [[0, 7]] }]);
  expect(await (await me.call(typed)).json()).toEqual({ result: { data: hits } });
  for (const address of [rest, typed]) expect((await guest.call(address)).status).toBe(401);
});

test('both transports find a page of a file, with its name and number', async () => {
  const { db, user, me } = await openFixture();
  const { id } = await insertConversation(db, { userId: user.id, title: 'A trip' });
  const [message] = await insertMessages(db, id, ['About this']);
  const { fileBlobs, files: f, filePages: p, messageFiles: of } = db.tables;
  const createdAt = new Date();
  const fileId = 'a-file';
  await db.write((orm) => orm.insert(fileBlobs).values({ sha256: 'a', size: 1, claimedUntil: createdAt }));
  await db.write((orm) =>
    orm.insert(f).values({
      ...{ id: fileId, userId: user.id, name: 'report.pdf', type: 'application/pdf', size: 1, sha256: 'a' },
      ...{ unit: 'page', state: 'ready', createdAt },
    }),
  );
  await db.write((orm) => orm.insert(p).values({ fileId, number: 17, part: 0, text: 'The harbour\nlantern.' }));
  await db.write((orm) => orm.insert(of).values({ messageId: message?.id ?? '', fileId }));
  while (await putSomeInSearch({ db }));
  const input = encodeURIComponent(JSON.stringify({ q: 'lantern' }));
  const hits = await (await me.call('/api/conversations/search?q=lantern')).json();
  expect(hits).toMatchObject([
    {
      ...{ conversationId: id, messageId: message?.id, snippet: 'The harbour lantern.', marks: [[12, 7]] },
      file: { id: fileId, name: 'report.pdf', type: 'application/pdf', page: 17, unit: 'page' },
    },
  ]);
  expect(await (await me.call(`/api/trpc/chat.search?input=${input}`)).json()).toEqual({ result: { data: hits } });
});

test.each(['', '?q=', '?q=%20%20', `?q=${'a'.repeat(201)}`, '?q=a&limit=0', '?q=a&limit=101', '?q=a&limit=x'])(
  'GET /api/conversations/search%s is a 400 with a sentence',
  async (query) => {
    const { me } = await openFixture();
    const response = await me.call(`/api/conversations/search${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/^[A-Za-z].+\.$/),
    });
  },
);
