import { describeOnEngines, openTestDatabase } from '@noek/db/testing/engines';
import { insertChatView, insertUser } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { queryPlans } from '../../../testing/query-plans.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { deleteAccount } from './delete-account.ts';
import { ownChatViews } from './own-chat-views.ts';

describeOnEngines('ownChatViews', (open) => {
  async function looked() {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx);
    const administrator = await insertUser(ctx.db, { accessLevel: 'admin', name: 'Ida Admin' });
    const me = await signedInAs(ctx, id);
    return { ctx, me, view: { targetUserId: id, actorId: administrator.id, createdAt: ctx.now() }, administrator };
  }

  test('lists who looked, when and why, the latest first', async () => {
    const { ctx, me, view } = await looked();
    expect(await ownChatViews(me, { limit: 20 })).toEqual({ views: [], nextCursor: null });
    const first = await insertChatView(ctx.db, { ...view, reason: 'A report of abuse' });
    const later = new Date(ctx.now().getTime() + 1);
    const second = await insertChatView(ctx.db, { ...view, createdAt: later });
    expect(await ownChatViews(me, { limit: 20 })).toEqual({
      views: [
        { id: second.id, viewedAt: later.toISOString(), administrator: 'Ida Admin', reason: null },
        {
          id: first.id,
          viewedAt: ctx.now().toISOString(),
          administrator: 'Ida Admin',
          reason: 'A report of abuse',
        },
      ],
      nextCursor: null,
    });
  });

  test('shows nothing of other people and no other actions', async () => {
    const { ctx, me, view, administrator } = await looked();
    const other = await insertPerson(ctx);
    await insertChatView(ctx.db, { ...view, targetUserId: other.id, reason: 'Theirs' });
    await ctx.db.write((orm) =>
      orm
        .insert(ctx.db.tables.auditLog)
        .values({ ...view, id: 'changed', action: 'user.updated', detail: { reason: 'Not a view' } }),
    );
    expect(await ownChatViews(me, { limit: 20 })).toEqual({ views: [], nextCursor: null });
    expect((await ownChatViews(await signedInAs(ctx, other.id), { limit: 20 })).views).toMatchObject([
      { administrator: administrator.name, reason: 'Theirs' },
    ]);
  });

  test('an administrator whose account no longer exists has no name', async () => {
    const { ctx, me, view, administrator } = await looked();
    await insertChatView(ctx.db, { ...view, reason: 'A report' });
    await insertUser(ctx.db, { accessLevel: 'admin' });
    await deleteAccount(await signedInAs(ctx, administrator.id));
    expect((await ownChatViews(me, { limit: 20 })).views).toMatchObject([{ administrator: null, reason: 'A report' }]);
  });

  test('pages neither repeat nor leave out entries of the same moment', async () => {
    const { ctx, me, view } = await looked();
    const ids = new Set<string>();
    for (let i = 0; i < 7; i++) ids.add((await insertChatView(ctx.db, view)).id);
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const { views, nextCursor } = await ownChatViews(me, { limit: 3, cursor });
      read.push(...views.map(({ id }) => id));
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined && read.length < 20);
    expect(read).toHaveLength(7);
    expect(new Set(read)).toEqual(ids);
  });

  test.each(['nonsense', '1.', '.x', '1.a b', '999999999999999.a', `1.${'x'.repeat(65)}`])(
    'the cursor %s is refused with a sentence',
    async (cursor) => {
      const { me } = await looked();
      await expect(ownChatViews(me, { limit: 3, cursor })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: 'This page of the list does not exist. Go back to the first page.',
      });
    },
  );

  test('a guest is asked to sign in', async () => {
    const { ctx } = await looked();
    await expect(ownChatViews(ctx, { limit: 3 })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

test('the list is read through an index, without sorting', async () => {
  const db = await openTestDatabase();
  const ctx = createTestCtx({ db });
  const me = await signedInAs(ctx, (await insertPerson(ctx)).id);
  const plans = await queryPlans(db, () => ownChatViews(me, { limit: 3, cursor: '1700000000000.a' }));
  expect(plans[0]).toMatch(
    /^SEARCH audit_log USING INDEX audit_log_target_action \(target_user_id=\? AND action=\? AND created_at<\?\)$/,
  );
  expect(plans.join()).not.toContain('SCAN');
  await db.close();
});
