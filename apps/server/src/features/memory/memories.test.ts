import { randomUUID } from 'node:crypto';
import type { MemoryFields } from '@noek/contract/memory/schemas';
import { memoryLimits } from '@noek/contract/subscription/plans';
import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMemories, type UserRow } from '@noek/db/testing/factories';
import { expect, test, vi } from 'vitest';
import { userActor } from '../../testing/create-chat-ctx.ts';
import { createTestCtx } from '../../testing/create-test-ctx.ts';
import { deleteAccount } from '../auth/account/delete-account.ts';
import { createMemory } from './create-memory.ts';
import { deleteMemory } from './delete-memory.ts';
import { listMemories } from './list-memories.ts';
import { restoreMemory } from './restore-memory.ts';
import { updateMemory } from './update-memory.ts';

const tea: MemoryFields = {
  title: 'Tea',
  content: 'Likes green tea.',
  category: 'General',
  importance: 'normal',
};
const limitReached = { code: 'CONFLICT', message: 'Memory limit reached! Delete some memories or upgrade.' };
const notFound = { code: 'NOT_FOUND', message: 'Memory not found.' };

/** A person with the given number of memories. */
async function person(db: Database, given: Partial<UserRow> = {}, memories = 0) {
  const actor = await userActor(db, given);
  await insertMemories(db, actor.user.id, Array(memories).fill({}));
  return createTestCtx({ db, actor });
}

describeOnEngines('memories', (open) => {
  test('[3.06] [3.07] a new memory is listed, newest first, with count and limit', async () => {
    const ctx = await person(await open());
    expect(await listMemories(ctx)).toEqual({ memories: [], count: 0, limit: 50 });
    const first = await createMemory(ctx, tea);
    expect(first).toEqual({
      ...tea,
      id: expect.any(String),
      category: 'General',
      importance: 'normal',
      conversationId: null,
      messageId: null,
      projectId: null,
      app: null,
      createdAt: ctx.now().toISOString(),
      updatedAt: ctx.now().toISOString(),
    });
    ctx.clock.advance(1_000);
    const second = await createMemory(ctx, { ...tea, title: 'Coffee', category: 'Drinks', importance: 'high' });
    expect(await listMemories(ctx)).toEqual({ memories: [second, first], count: 2, limit: 50 });
  });

  test.each([
    ['basic', 50],
    ['supernoek', 100],
    ['admin', 'unlimited'],
  ] as const)('[9.05] the limit of %s is %s', async (accessLevel, limit) => {
    expect((await listMemories(await person(await open(), { accessLevel }))).limit).toBe(limit);
  });

  test.each(['basic', 'supernoek'] as const)(
    '[5.25] [6.05] a person with %s cannot exceed the limit',
    async (accessLevel) => {
      const limit = memoryLimits[accessLevel] as number;
      const ctx = await person(await open(), { accessLevel }, limit - 1);
      await createMemory(ctx, tea);
      await expect(createMemory(ctx, tea)).rejects.toMatchObject(limitReached);
      expect(await listMemories(ctx)).toMatchObject({ count: limit });
    },
  );

  test('[5.25] of parallel calls at the limit, exactly as many succeed as there is room for', async () => {
    const ctx = await person(await open(), {}, 47);
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => createMemory(ctx, tea)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(limitReached);
    expect((await listMemories(ctx)).count).toBe(50);
    expect(await ctx.db.orm.select().from(ctx.db.tables.memoryAccounts)).toMatchObject([{ total: 50 }]);
  });

  test('the very first memories can be created in parallel', async () => {
    const ctx = await person(await open());
    await Promise.all(Array.from({ length: 6 }, () => createMemory(ctx, tea)));
    expect(await ctx.db.orm.select().from(ctx.db.tables.memoryAccounts)).toMatchObject([{ total: 6 }]);
  });

  test('[6.05] an administrator has no limit', async () => {
    const ctx = await person(await open(), { accessLevel: 'admin' }, 150);
    await createMemory(ctx, tea);
    expect(await listMemories(ctx)).toMatchObject({ count: 151, limit: 'unlimited' });
  });

  test('after a larger plan ends, all memories stay readable and none is added until there is room', async () => {
    const ctx = await person(await open(), {}, 52);
    await expect(createMemory(ctx, tea)).rejects.toMatchObject(limitReached);
    const { memories, count } = await listMemories(ctx);
    expect(count).toBe(52);
    for (const { id } of memories.slice(0, 3)) await deleteMemory(ctx, { id });
    await createMemory(ctx, tea);
    expect((await listMemories(ctx)).count).toBe(50);
  });

  test('[7.36] deleting a memory frees one place, even with parallel deletions', async () => {
    const ctx = await person(await open(), {}, 50);
    const { memories } = await listMemories(ctx);
    const id = memories[0]?.id ?? '';
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => deleteMemory(ctx, { id })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(notFound);
    await createMemory(ctx, tea);
    await expect(createMemory(ctx, tea)).rejects.toMatchObject(limitReached);
  });

  test('parallel creations and deletions keep the count correct', async () => {
    const ctx = await person(await open(), {}, 20);
    const { memories } = await listMemories(ctx);
    await Promise.all(memories.flatMap(({ id }) => [deleteMemory(ctx, { id }), createMemory(ctx, tea)]));
    expect((await listMemories(ctx)).count).toBe(20);
    expect(await ctx.db.orm.select().from(ctx.db.tables.memoryAccounts)).toMatchObject([{ total: 20 }]);
  });

  test('an update changes the given fields and nothing else', async () => {
    const ctx = await person(await open());
    const memory = await createMemory(ctx, { ...tea, category: 'Drinks' });
    ctx.clock.advance(60_000);
    const changed = await updateMemory(ctx, { id: memory.id, content: 'Likes black tea.', importance: 'low' });
    const later = ctx.now().toISOString();
    expect(changed).toEqual({ ...memory, content: 'Likes black tea.', importance: 'low', updatedAt: later });
    expect((await listMemories(ctx)).memories).toEqual([changed]);
    expect(await updateMemory(ctx, { id: memory.id })).toEqual(changed);
  });

  test("another person's memory is not found, and stays", async () => {
    const ctx = await person(await open());
    const { id } = await createMemory(ctx, tea);
    const stranger = ctx.as(await userActor(ctx.db, { accessLevel: 'admin' }));
    for (const ref of [{ id }, { id: randomUUID() }]) {
      await expect(updateMemory(stranger, { ...ref, title: 'Mine now' })).rejects.toMatchObject(notFound);
      await expect(deleteMemory(stranger, ref)).rejects.toMatchObject(notFound);
    }
    expect(await listMemories(stranger)).toMatchObject({ count: 0 });
    expect(await listMemories(ctx)).toMatchObject({ count: 1, memories: [tea] });
    expect(await ctx.db.orm.select().from(ctx.db.tables.memoryAccounts)).toMatchObject([{ total: 1 }]);
  });

  test('a deleted memory can be restored with its date and source, and counts again', async () => {
    const ctx = await person(await open(), {}, 49);
    const { user } = ctx.actor as Extract<typeof ctx.actor, { sessionId: string }>;
    const { id: conversationId } = await insertConversation(ctx.db, { userId: user.id });
    const createdAt = new Date('2025-06-28T10:00:00.000Z');
    const source = { conversationId, messageId: 'm' };
    const [row] = await insertMemories(ctx.db, user.id, [{ ...tea, ...source, importance: 'high', createdAt }]);
    const before = (await listMemories(ctx)).memories.find(({ id }) => id === row?.id);
    if (!before) throw new Error('It is not listed.');
    await deleteMemory(ctx, before);
    const after = await restoreMemory(ctx, before);
    expect(after).toEqual({ ...before, id: expect.any(String), updatedAt: ctx.now().toISOString() });
    await expect(restoreMemory(ctx, before)).rejects.toMatchObject(limitReached);
  });

  test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
    'the date %s is clamped when a memory is restored',
    async (createdAt) => {
      const ctx = await person(await open());
      const source = { conversationId: null, messageId: null, projectId: null, app: null };
      const memory = await restoreMemory(ctx, { ...tea, category: 'x', importance: 'low', ...source, createdAt });
      const year = new Date(memory.createdAt).getUTCFullYear();
      expect([1970, ctx.now().getUTCFullYear()]).toContain(year);
    },
  );

  test('one that an app saves names the app, also after it was deleted and restored, and open pages get it', async () => {
    const ctx = await person(await open());
    if (ctx.actor.kind !== 'user') throw new Error('Expected a user.');
    const app = ctx.as({
      kind: 'user',
      user: ctx.actor.user,
      token: { id: 't', name: 'My editor', appId: null, scopes: ['all'] },
    });
    const published = vi.spyOn(ctx.live, 'publish');
    const saved = await createMemory(app, tea);
    expect(saved.app).toBe('My editor');
    expect(published.mock.calls).toEqual([[{ key: `user:${ctx.actor.user.id}` }, { type: 'account' }]]);
    await deleteMemory(ctx, saved);
    expect(await restoreMemory(ctx, saved)).toMatchObject({ app: 'My editor' });
    const changed = await updateMemory(ctx, {
      id: (await listMemories(ctx)).memories[0]?.id ?? '',
      content: 'Coffee.',
    });
    expect(changed.app).toBe('My editor');
  });

  test('guests get UNAUTHORIZED', async () => {
    const db = await open();
    const refused = { code: 'UNAUTHORIZED' };
    for (const guestId of [null, 'somebody']) {
      const ctx = createTestCtx({ db, actor: { kind: 'guest', guestId } });
      await expect(listMemories(ctx)).rejects.toMatchObject(refused);
      await expect(createMemory(ctx, tea)).rejects.toMatchObject(refused);
      await expect(updateMemory(ctx, { id: 'x' })).rejects.toMatchObject(refused);
      await expect(deleteMemory(ctx, { id: 'x' })).rejects.toMatchObject(refused);
    }
  });

  test('are deleted with the account', async () => {
    const ctx = await person(await open(), {}, 3);
    const other = ctx.as(await userActor(ctx.db));
    await createMemory(other, tea);
    await deleteAccount(ctx);
    expect(await ctx.db.orm.select().from(ctx.db.tables.memories)).toMatchObject([tea]);
    expect(await ctx.db.orm.select().from(ctx.db.tables.memoryAccounts)).toMatchObject([{ total: 1 }]);
  });
});
