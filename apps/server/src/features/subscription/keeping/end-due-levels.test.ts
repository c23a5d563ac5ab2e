import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { auditOf, openSubscriptions, paid, storedLevel } from '../../../testing/open-subscriptions.ts';
import { queryPlans } from '../../../testing/query-plans.ts';
import { cancelSubscription, reactivateSubscription } from '../own-subscription.ts';
import { subscriptionStatus } from '../subscription-status.ts';
import { endDueLevels } from './end-due-levels.ts';
import { subscriptionJobs } from './subscription-jobs.ts';

describeOnEngines('the end of a paid period', (open, engine) => {
  const begin = async () => {
    const world = openSubscriptions(await open());
    const who = await world.person();
    await world.happens(who, paid);
    const end = world.payments.subscriptions.get(who.id)?.currentPeriodEnd as Date;
    return { ...world, who, end };
  };

  test('[4.41] [7.41] a cancelled subscription lasts until its period ends, to the millisecond, even if no event comes', async () => {
    const { ctx, clock, who, end } = await begin();
    expect(await cancelSubscription(who.me)).toMatchObject({
      isActive: true,
      plan: 'supernoek',
      cancelAtPeriodEnd: true,
      state: 'active',
      currentPeriodEnd: end.toISOString(),
    });
    clock.advance(end.getTime() - clock.now().getTime() - 1);
    await endDueLevels(ctx);
    expect(await subscriptionStatus(who.me)).toMatchObject({ isActive: true, plan: 'supernoek' });
    clock.advance(1);
    expect(await subscriptionStatus(who.me)).toMatchObject({ isActive: false, plan: 'basic', state: 'ended' });
    expect(await storedLevel(ctx, who)).toEqual({ accessLevel: 'supernoek', premiumUntil: end });
    await endDueLevels(ctx);
    expect(await storedLevel(ctx, who)).toEqual({ accessLevel: 'basic', premiumUntil: null });
  });

  test('[4.42] [7.42] a reactivated one renews; cancelling twice or reactivating what runs is refused', async () => {
    const { ctx, clock, who, end } = await begin();
    await expect(reactivateSubscription(who.me)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await cancelSubscription(who.me);
    await expect(cancelSubscription(who.me)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await reactivateSubscription(who.me)).toMatchObject({ isActive: true, cancelAtPeriodEnd: false });
    expect(await storedLevel(ctx, who)).toEqual({ accessLevel: 'supernoek', premiumUntil: null });
    clock.advance(end.getTime() - clock.now().getTime() + 1);
    await endDueLevels(ctx);
    expect(await storedLevel(ctx, who)).toMatchObject({ accessLevel: 'supernoek' });
  });

  test('two processes end a level once, tell the pages and write one audit entry', async () => {
    const { ctx, clock, who, end, otherProcess } = await begin();
    await cancelSubscription(who.me);
    const other = otherProcess();
    const told: string[] = [];
    for (const [name, one] of [
      ['here', ctx],
      ['there', other],
    ] as const)
      one.live.listen({ key: `user:${who.user.id}` }, ({ type }) => void told.push(`${name} ${type}`));
    clock.advance(end.getTime() - clock.now().getTime());
    await Promise.all([endDueLevels(ctx), endDueLevels(other), endDueLevels(ctx)]);
    expect((await auditOf(ctx, who)).filter(([action]) => action === 'user.level-changed')).toEqual([
      ['user.level-changed', { from: 'basic', to: 'supernoek', by: 'webhook' }],
      ['user.level-changed', { from: 'supernoek', to: 'basic', by: 'end of the period' }],
    ]);
    // News of the cancellation may still arrive from the other process.
    await expect.poll(() => new Set(told).size, { timeout: 10_000 }).toBe(engine === 'postgres' ? 2 : 1);
  });

  test('a level that an administrator gave has no end, and administrators keep their level', async () => {
    const { ctx, clock, who, end } = await begin();
    await cancelSubscription(who.me);
    const { users } = ctx.db.tables;
    await ctx.db.write((orm) => orm.update(users).set({ accessLevel: 'admin' }).where(eq(users.id, who.user.id)));
    clock.advance(end.getTime() - clock.now().getTime() + 1);
    await endDueLevels(ctx);
    expect(await storedLevel(ctx, who)).toMatchObject({ accessLevel: 'admin' });
  });

  test('a running server checks every second', async () => {
    const { ctx, clock, who, end } = await begin();
    await cancelSubscription(who.me);
    clock.advance(end.getTime() - clock.now().getTime());
    subscriptionJobs(ctx);
    await vi.waitFor(async () => expect(await storedLevel(ctx, who)).toMatchObject({ accessLevel: 'basic' }), {
      timeout: 20_000,
    });
  });

  if (engine === 'sqlite')
    test('the status, which pages ask for all the time, is read through indexes', async () => {
      const { ctx, who } = await begin();
      expect(await queryPlans(ctx.db, () => subscriptionStatus(who.me))).toEqual([
        'SEARCH users USING INDEX sqlite_autoindex_users_1 (id=?)',
        'SEARCH subscriptions USING INDEX subscriptions_user (user_id=?)',
      ]);
    });

  if (engine === 'sqlite')
    test('the check every second reads only the few levels that have an end', async () => {
      const { ctx } = await begin();
      expect(await queryPlans(ctx.db, () => endDueLevels(ctx))).toEqual([
        'SEARCH users USING INDEX users_premium_until (premium_until<?)',
      ]);
    });
});
