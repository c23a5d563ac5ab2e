import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { afterEach, expect, test, vi } from 'vitest';
import type { Ctx } from '../../../context.ts';
import { createTestClock, createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { signedInAs } from '../../../testing/sign-in.ts';
import { createFakePayments, signatureOf } from '../../../testing/stand-ins/fake-payments.ts';
import { makeAdmin } from '../../auth/account/make-admin.ts';
import { createSubscription } from '../../subscription/create-subscription.ts';
import { endDueLevels } from '../../subscription/keeping/end-due-levels.ts';
import { receiveWebhook } from '../../subscription/keeping/receive-webhook.ts';
import { cancelSubscription } from '../../subscription/own-subscription.ts';
import { followLive } from './follow-live.ts';

const left: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const leave of left.splice(0)) await leave();
});

/** A page of the person: the levels that it gets. */
function openPage(ctx: Ctx) {
  const levels: string[] = [];
  const closed = new AbortController();
  const hello = Promise.withResolvers<void>();
  const over = (async () => {
    for await (const batch of followLive(ctx, closed.signal))
      for (const event of batch) {
        if (event.type === 'hello') hello.resolve();
        if (event.type === 'account') levels.push(event.user.accessLevel);
      }
  })().catch((error: Error) => error);
  left.push(() => {
    closed.abort();
    return over;
  });
  return { levels, opened: hello.promise };
}

describeOnEngines('every open page of a person', (open, engine) => {
  test('gets at once a payment, a refund, the end of a period and an administrator’s change, in every process', async () => {
    const db = await open();
    const clock = createTestClock();
    const payments = createFakePayments(clock.now);
    const ctx = createTestCtx({ db, clock, payments });
    const other = engine === 'postgres' ? createTestCtx({ db, clock, payments }) : ctx;
    const { id, email } = await insertUser(db);
    const me = await signedInAs(ctx, id);
    const pages = [openPage(me), openPage(other.as(me.actor))];
    const stranger = openPage(await signedInAs(ctx, (await insertUser(db)).id));
    for (const { opened } of [...pages, stranger]) await opened;
    const hear = (level: string) =>
      vi.waitFor(() => pages.forEach(({ levels }) => void expect(levels.at(-1)).toBe(level)), { timeout: 10_000 });
    let events = 0;
    const happens = async (who: TestCtx, change: Parameters<typeof payments.change>[1]) => {
      const subscription = [...payments.subscriptions.values()].at(-1);
      payments.change(subscription?.id ?? '', change);
      const event = { id: `evt_${++events}`, type: 'invoice.paid', customerId: `cus_${id}`, subscriptionId: null };
      const raw = JSON.stringify(event);
      await receiveWebhook(who, { raw, signature: signatureOf(raw) });
    };

    await createSubscription(me);
    await hear('basic');
    await happens(other, { status: 'active', confirm: null });
    await hear('supernoek');
    await happens(ctx, { refunded: true });
    await hear('basic');

    await createSubscription(me);
    await happens(ctx, { status: 'active', confirm: null });
    await hear('supernoek');
    await cancelSubscription(me);
    clock.advance(31 * 24 * 60 * 60 * 1000);
    await endDueLevels(other);
    await hear('basic');
    await makeAdmin(ctx.as({ kind: 'system' }), { email });
    await hear('admin');
    expect(stranger.levels).toEqual([]);
  });
});
