import { describeOnEngines } from '@noek/db/testing/engines';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../../../base-context.ts';
import type { AppError } from '../../../errors.ts';
import { addCharge } from '../../../testing/add-charge.ts';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { sendMessage } from '../messages/send-message.ts';
import { requireOwner } from '../records/owner.ts';
import { prepareCharge, readAllowance, refundCharges } from './allowance.ts';
import { guestStatus } from './guest-status.ts';

const hour = 60 * 60 * 1000;

async function spend(ctx: TestCtx, count: number) {
  for (let i = 0; i < count; i++) {
    const charge = await prepareCharge(ctx, requireOwner(ctx));
    (await addCharge(ctx.db, charge)).allowance();
  }
}

/** The same caller in another process on this database, whose cache is empty. */
const elsewhere = (ctx: TestCtx): TestCtx => ({ ...ctx, db: { ...ctx.db, orm: Object.create(ctx.db.orm) } });

/** Many messages at one moment, as the ledger stores them: a row with the total before it, and the new total. */
async function burst(ctx: TestCtx, totalBefore: number, total: number) {
  const { allowanceAccounts, allowanceLedger } = ctx.db.tables;
  const subject = requireOwner(ctx).key;
  await ctx.db.write((orm) =>
    orm.insert(allowanceLedger).values({
      id: crypto.randomUUID(),
      subject,
      amount: 1,
      totalBefore,
      refundOf: null,
      createdAt: ctx.now(),
    }),
  );
  await ctx.db.write((orm) =>
    orm
      .insert(allowanceAccounts)
      .values({ subject, total })
      .onConflictDoUpdate({ target: allowanceAccounts.subject, set: { total } }),
  );
}
const refusal = (ctx: TestCtx) =>
  prepareCharge(ctx, requireOwner(ctx)).then(
    () => null,
    (error: AppError) => error,
  );

describeOnEngines('allowance', (open) => {
  const context = async (env: Record<string, string> = {}) => {
    const db = await open();
    return createChatCtx(db, createScriptedLlm(), { actor: await guestActor(db), env });
  };

  test('[3.11] [9.04] a guest sees how many messages are used and left, and when more become available', async () => {
    const ctx = await context();
    expect(await guestStatus(ctx)).toEqual({
      messageCount: 0,
      messageLimit: 10,
      remainingMessages: 10,
      hasReachedLimit: false,
      resetAt: null,
    });
    const started = ctx.now().getTime();
    await spend(ctx, 4);
    ctx.clock.advance(hour);
    await spend(ctx, 6);
    expect(await guestStatus(ctx)).toEqual({
      messageCount: 10,
      messageLimit: 10,
      remainingMessages: 0,
      hasReachedLimit: true,
      resetAt: new Date(started + 24 * hour).toISOString(),
    });
  });

  test('the window rolls: messages come back 24 hours after they were used, not at midnight', async () => {
    const ctx = await context({ GUEST_MESSAGE_LIMIT: '3' });
    await spend(ctx, 2);
    ctx.clock.advance(10 * hour);
    await spend(ctx, 1);
    const error = await refusal(ctx);
    expect(error).toMatchObject({ code: 'MESSAGE_LIMIT_REACHED', headers: { 'Retry-After': String(14 * 3600) } });
    ctx.clock.advance(14 * hour + 1);
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 2 });
    await spend(ctx, 2);
    expect(await refusal(ctx)).not.toBeNull();
  });

  test('guests of one network share a limit, and IPv6 addresses of one /64 are one network', async () => {
    const ctx = await context({ GUEST_IP_DAILY_LIMIT: '2' });
    const first = ctx.as(await guestActor(ctx.db), { ip: '2001:db8:0:1::1' });
    const second = ctx.as(await guestActor(ctx.db), { ip: '2001:db8:0:1:ffff::2' });
    const elsewhere = ctx.as(await guestActor(ctx.db), { ip: '2001:db8:0:2::1' });
    await spend(first, 1);
    await spend(second, 1);
    expect((await refusal(first))?.message).toMatch(/network/);
    expect(await refusal(elsewhere)).toBeNull();
  });

  test('the networks of one IPv6 /48 share ten times that limit', async () => {
    const ctx = await context({ GUEST_IP_DAILY_LIMIT: '2' });
    const from = async (ip: string) => ctx.as(await guestActor(ctx.db), { ip });
    for (let network = 0; network < 10; network++) await spend(await from(`2001:db8:1:${network}::1`), 2);
    expect((await refusal(await from('2001:db8:1:ffff::1')))?.message).toMatch(/network/);
    expect(await refusal(await from('2001:db8:2::1'))).toBeNull();
    expect(await refusal(await from('203.0.113.7'))).toBeNull();
  });

  test('a limit of 0 lets nothing through', async () => {
    expect(await refusal(await context({ GUEST_MESSAGE_LIMIT: '0' }))).toMatchObject({ code: 'MESSAGE_LIMIT_REACHED' });
  });

  test('[6.03] [9.03] SuperNoek is limited to 10,000 messages in 4 hours and to 50,000 in 24 hours at once', async () => {
    const ctx = await context();
    const paying = ctx.as(await userActor(ctx.db, { accessLevel: 'supernoek' }));
    const start = ctx.now().getTime();
    for (let i = 0; i < 5; i++) {
      await burst(paying, i * 10_000, (i + 1) * 10_000);
      expect(await refusal(paying)).not.toBeNull();
      ctx.clock.advance(4 * hour + 1);
    }
    // Twenty hours in, the 4-hour window is empty again, but all 50,000 of the day are used.
    expect(await readAllowance(paying)).toMatchObject({ remainingMessages: 0, messageLimit: 50_000 });
    expect(await refusal(paying)).toMatchObject({ flags: { remainingMessages: 0 } });
    expect((await readAllowance(paying)).windows).toEqual([
      { limit: 10_000, remaining: 10_000, windowMs: 4 * hour, resetAt: null },
      { limit: 50_000, remaining: 0, windowMs: 24 * hour, resetAt: new Date(start + 24 * hour).toISOString() },
    ]);
    ctx.clock.advance(4 * hour);
    expect(await refusal(paying)).toBeNull();
  });

  test('[6.02] [9.02] Basic is limited to 3,000 messages in 24 hours', async () => {
    const ctx = await context();
    const person = ctx.as(await userActor(ctx.db));
    expect(await readAllowance(person)).toMatchObject({
      messageLimit: 3_000,
      remainingMessages: 3_000,
      resetAt: null,
      windows: [{ limit: 3_000, remaining: 3_000, windowMs: 24 * hour, resetAt: null }],
    });
    await burst(person, 0, 2_999);
    await spend(person, 1);
    expect(await refusal(person)).toMatchObject({ code: 'MESSAGE_LIMIT_REACHED', flags: { remainingMessages: 0 } });
    ctx.clock.advance(24 * hour + 1);
    expect(await readAllowance(person)).toMatchObject({ remainingMessages: 3_000 });
    expect(await refusal(person)).toBeNull();
  });

  test('a charge is refunded once', async () => {
    const ctx = await context();
    const charge = await prepareCharge(ctx, requireOwner(ctx));
    await addCharge(ctx.db, charge);
    await ctx.db.atomic((step) => refundCharges(ctx, step, charge.ids));
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 10 });
    await ctx.db.atomic((step) => refundCharges(ctx, step, charge.ids));
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 10 });
    await spend(ctx, 10);
    expect(await refusal(ctx)).not.toBeNull();
  });

  test.each(['guest', 'network'])('exactly one of 50 sends at once gets the last message of a %s', async (whose) => {
    const env: Record<string, string> =
      whose === 'guest' ? { GUEST_MESSAGE_LIMIT: '4' } : { GUEST_IP_DAILY_LIMIT: '4' };
    const ctx = await context(env);
    await spend(ctx, 3);
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => spend(ctx, 1)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'MESSAGE_LIMIT_REACHED' });
    expect(await ctx.db.orm.select().from(ctx.db.tables.allowanceLedger)).toHaveLength(8);
  });

  describe('when two processes charge the accounts', () => {
    test.each(['guest', 'network'])(
      'the last message of a %s is taken once, also if another process took the others',
      async (whose) => {
        const limits: Record<string, string> =
          whose === 'guest' ? { GUEST_MESSAGE_LIMIT: '6' } : { GUEST_IP_DAILY_LIMIT: '6' };
        const here = await context(limits);
        const there = elsewhere(here);
        const started = here.now().getTime();
        await spend(here, 2);
        here.clock.advance(hour);
        await spend(there, 2);
        await spend(here, 1);
        const outcomes = await Promise.allSettled([here, there, here, there].map((ctx) => spend(ctx, 1)));
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        // The process that did not take the last message also says when more become available, at once and when asked again.
        for (const ctx of [here, there, here, there])
          expect(await refusal(ctx)).toMatchObject({
            flags: { resetAt: new Date(started + 24 * hour).toISOString() },
            headers: { 'Retry-After': String(23 * 3600) },
          });
        here.clock.advance(23 * hour + 1);
        await spend(there, 1);
        await spend(here, 1);
        expect(await refusal(here)).not.toBeNull();
      },
    );

    test('a message that the other process refunded can be sent', async () => {
      const here = await context({ GUEST_MESSAGE_LIMIT: '3' });
      const there = elsewhere(here);
      await spend(here, 2);
      const charge = await prepareCharge(there, requireOwner(there));
      await addCharge(there.db, charge);
      for (let tries = 0; tries < 2; tries++)
        await expect(spend(here, 1)).rejects.toMatchObject({ code: 'MESSAGE_LIMIT_REACHED' });
      await there.db.atomic((step) => refundCharges(there, step, charge.ids));
      await spend(here, 1);
      expect(await refusal(here)).not.toBeNull();
    });

    test('a person keeps what is used when the plan changes in between', async () => {
      const ctx = await context();
      const actor = await userActor(ctx.db, { accessLevel: 'supernoek' });
      const before = ctx.as(actor);
      await spend(before, 2);
      const after = ctx.as({ ...actor, user: { ...actor.user, accessLevel: 'basic' } } as Actor);
      await spend(after, 1);
      await burst(before, 3, 3_001);
      await spend(before, 1);
      expect(await refusal(after)).toMatchObject({ flags: { remainingMessages: 0 } });
      expect((await readAllowance(before)).windows).toMatchObject([{ remaining: 6_998 }, { remaining: 46_998 }]);
    });

    test('refunds of charges before the window never leave more than the limit', async () => {
      const ctx = await context({ GUEST_MESSAGE_LIMIT: '3' });
      const remaining = async () => (await readAllowance(ctx)).remainingMessages;
      const early: string[] = [];
      for (let i = 0; i < 2; i++) {
        const charge = await prepareCharge(ctx, requireOwner(ctx));
        (await addCharge(ctx.db, charge)).allowance();
        early.push(...charge.ids);
      }
      ctx.clock.advance(24 * hour - 1);
      await spend(ctx, 1);
      ctx.clock.advance(1);
      await ctx.db.atomic((step) => refundCharges(ctx, step, early));
      expect(await remaining()).toBe(3);
      await spend(ctx, 2);
      expect(await remaining()).toBe(2);
      await spend(ctx, 2);
      expect(await refusal(ctx)).not.toBeNull();
    });
  });

  test('deleting chats refunds nothing', async () => {
    const ctx = await context();
    const owner = await userActor(ctx.db);
    const mine = ctx.as(owner);
    const llm = createScriptedLlm((call) => {
      call.text('Yes.');
      call.finish();
    });
    const chat = createChatCtx(ctx.db, llm, { actor: owner });
    const sent = await sendMessage(chat, { conversationId: null, content: 'Hi' });
    await finalMessage(chat, sent.assistantMessage.id);
    await ctx.db.write((orm) => orm.delete(ctx.db.tables.conversations));
    expect(await readAllowance(mine)).toMatchObject({ remainingMessages: 2_999 });
  });
});
