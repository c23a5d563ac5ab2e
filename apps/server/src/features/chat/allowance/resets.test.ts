import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import type { Actor } from '../../../base-context.ts';
import type { AppError } from '../../../errors.ts';
import { addCharge } from '../../../testing/add-charge.ts';
import { createChatCtx, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { requireOwner } from '../records/owner.ts';
import { prepareCharge, readAllowance, refundCharges } from './allowance.ts';
import { adoptAllowance } from './allowance-of-account.ts';

const hour = 60 * 60_000;

/** The same caller in another process on this database, whose cache is empty. */
const elsewhere = (ctx: TestCtx): TestCtx => ({ ...ctx, db: { ...ctx.db, orm: Object.create(ctx.db.orm) } });

async function spend(ctx: TestCtx) {
  const charge = await prepareCharge(ctx, requireOwner(ctx));
  const allowance = (await addCharge(ctx.db, charge)).allowance();
  return { ids: charge.ids, allowance };
}
const giveBack = (ctx: TestCtx, ids: string[]) => ctx.db.atomic((step) => refundCharges(ctx, step, ids));

const refusal = (ctx: TestCtx) =>
  spend(ctx).then(
    () => expect.unreachable('a message was sent'),
    (error: AppError) => error,
  );
const resetAt = (ms: number) => ({ flags: { remainingMessages: 0, resetAt: new Date(ms).toISOString() } });

/** Many messages at one moment, as the ledger stores them: a row with the total before it, and the new total. */
async function burst({ db, ...ctx }: TestCtx, subject: string, totalBefore: number, total: number) {
  const { allowanceAccounts: account, allowanceLedger } = db.tables;
  const id = crypto.randomUUID();
  const row = { id, subject, amount: 1, totalBefore, refundOf: null, createdAt: ctx.now() };
  await db.write((orm) => orm.insert(allowanceLedger).values(row));
  const values = { subject, total };
  await db.write((orm) =>
    orm.insert(account).values(values).onConflictDoUpdate({ target: account.subject, set: { total } }),
  );
}

describeOnEngines('when messages come back', (open) => {
  const guest = async (env: Record<string, string>) => {
    const db = await open();
    return createChatCtx(db, createScriptedLlm(), { actor: await guestActor(db), env });
  };
  const person = async (accessLevel: 'basic' | 'supernoek') => {
    const ctx = await guest({});
    const actor = await userActor(ctx.db, { accessLevel });
    return { ctx: ctx.as(actor), actor };
  };

  test('a message becomes available again in the very millisecond in which it leaves the window', async () => {
    const ctx = await guest({ GUEST_MESSAGE_LIMIT: '2' });
    const start = ctx.now().getTime();
    await spend(ctx);
    ctx.clock.advance(1);
    expect((await spend(ctx)).allowance).toMatchObject({
      remainingMessages: 0,
      resetAt: new Date(start + 24 * hour).toISOString(),
    });
    ctx.clock.advance(24 * hour - 2);
    expect((await readAllowance(ctx)).remainingMessages).toBe(0);
    expect((await refusal(ctx)).headers).toEqual({ 'Retry-After': '1' });
    ctx.clock.advance(1);
    expect((await readAllowance(ctx)).remainingMessages).toBe(1);
    await spend(ctx);
    expect((await refusal(ctx)).headers).toEqual({ 'Retry-After': '1' });
    ctx.clock.advance(1);
    await spend(ctx);
    expect(await refusal(ctx)).toMatchObject(resetAt(start + 48 * hour));
  });

  test('a refunded message promises no further one when it leaves the window', async () => {
    const ctx = await guest({ GUEST_MESSAGE_LIMIT: '2' });
    const start = ctx.now().getTime();
    const failed = await spend(ctx);
    await giveBack(ctx, failed.ids);
    ctx.clock.advance(hour);
    await spend(ctx);
    ctx.clock.advance(hour);
    const { allowance } = await spend(ctx);
    expect(allowance.resetAt).toBe(new Date(start + 25 * hour).toISOString());
    for (const caller of [ctx, elsewhere(ctx)]) {
      expect(await refusal(caller)).toMatchObject(resetAt(start + 25 * hour));
      expect((await readAllowance(caller)).resetAt).toBe(new Date(start + 25 * hour).toISOString());
    }
    ctx.clock.advance(23 * hour);
    await spend(ctx);
    expect(await refusal(ctx)).toMatchObject(resetAt(start + 26 * hour));
  });

  test('messages that failed together promise none, whichever was refunded first', async () => {
    const ctx = await guest({ GUEST_MESSAGE_LIMIT: '3' });
    const start = ctx.now().getTime();
    const failed: string[][] = [];
    for (let i = 0; i < 3; i++) {
      failed.push((await spend(ctx)).ids);
      ctx.clock.advance(60_000);
    }
    for (const ids of failed) await giveBack(ctx, ids);
    for (let i = 0; i < 3; i++) await spend(ctx);
    expect(await refusal(ctx)).toMatchObject(resetAt(start + 24 * hour + 3 * 60_000));
    ctx.clock.advance(24 * hour);
    await spend(ctx);
  });

  test('someone over the limit of a lower plan waits until enough has left the window', async () => {
    const { ctx, actor } = await person('supernoek');
    const start = ctx.now().getTime();
    const { key } = requireOwner(ctx);
    await burst(ctx, key, 0, 2_000);
    ctx.clock.advance(hour);
    await burst(ctx, key, 2_000, 4_000);
    ctx.clock.advance(hour);
    await burst(ctx, key, 4_000, 5_000);
    const basic = ctx.as({ ...actor, user: { ...actor.user, accessLevel: 'basic' } } as Actor);
    expect(await refusal(basic)).toMatchObject(resetAt(start + 25 * hour));
    expect(await readAllowance(basic)).toMatchObject({
      remainingMessages: 0,
      resetAt: new Date(start + 25 * hour).toISOString(),
    });
    ctx.clock.advance(22 * hour);
    expect(await refusal(basic)).toMatchObject(resetAt(start + 25 * hour));
    ctx.clock.advance(hour);
    expect((await spend(basic)).allowance.remainingMessages).toBe(1_999);
  });

  test('with both windows full, the later reset counts, for the reply and for the refusal', async () => {
    const { ctx } = await person('supernoek');
    const start = ctx.now().getTime();
    const { key } = requireOwner(ctx);
    for (let i = 0; i < 4; i++) {
      await burst(ctx, key, i * 10_000, (i + 1) * 10_000);
      ctx.clock.advance(4 * hour);
    }
    await burst(ctx, key, 40_000, 49_999);
    const { allowance } = await spend(ctx);
    const full = { remainingMessages: 0, resetAt: new Date(start + 24 * hour).toISOString() };
    expect(allowance).toMatchObject(full);
    expect(await readAllowance(ctx)).toMatchObject(full);
    expect(await refusal(ctx)).toMatchObject(resetAt(start + 24 * hour));
    ctx.clock.advance(8 * hour);
    await spend(ctx);
  });

  test('a person who has used up 4 hours waits for those, not for the 24', async () => {
    const { ctx } = await person('supernoek');
    const { key } = requireOwner(ctx);
    await burst(ctx, key, 0, 1);
    ctx.clock.advance(5 * hour);
    await burst(ctx, key, 1, 10_000);
    const outcomes = await Promise.allSettled([spend(ctx), spend(ctx)]);
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(lost).toHaveLength(1);
    expect(lost[0]?.reason).toMatchObject(resetAt(ctx.now().getTime() + 4 * hour));
    expect(lost[0]?.reason).toMatchObject({ headers: { 'Retry-After': String(4 * 3600) } });
  });

  test('a guest who has used everything in a network that has used everything waits for both', async () => {
    const home = await guest({ GUEST_MESSAGE_LIMIT: '1', GUEST_IP_DAILY_LIMIT: '1' });
    await spend(home);
    home.clock.advance(hour);
    const cafe = { ip: '198.51.100.7' };
    await spend(home.as(await guestActor(home.db), cafe));
    const start = home.now().getTime();
    expect(await refusal(home.as(home.actor, cafe))).toMatchObject(resetAt(start + 24 * hour));
    expect(await readAllowance(home.as(home.actor, cafe))).toMatchObject({ remainingMessages: 0 });
    home.clock.advance(24 * hour);
    await spend(home.as(home.actor, cafe));
  });

  test.each([
    ['IPv4', '198.51.100.7', '198.51.100.7', '198.51.100.8'],
    ['IPv4 written as IPv6', '198.51.100.7', '::ffff:198.51.100.7', '::ffff:198.51.100.8'],
    ['IPv4 written as IPv6 in hexadecimal', '198.51.100.7', '::ffff:c633:6407', '::ffff:c633:6408'],
    ['an IPv6 /64', '2001:db8:1:2::1', '2001:DB8:1:2:ffff::9', '2001:db8:1:3::1'],
  ])('%s is one network', async (_, one, same, other) => {
    const ctx = await guest({ GUEST_IP_DAILY_LIMIT: '1' });
    const at = async (ip: string) => ctx.as(await guestActor(ctx.db), { ip });
    await spend(await at(one));
    expect((await refusal(await at(same))).message).toContain('your network');
    await spend(await at(other));
  });
});

describeOnEngines('a clock that differs from others', (open) => {
  const guest = async () => {
    const db = await open();
    const env = { GUEST_MESSAGE_LIMIT: '4' };
    return createChatCtx(db, createScriptedLlm(), { actor: await guestActor(db), env });
  };
  const left = async (ctx: TestCtx) => (await readAllowance(ctx)).remainingMessages;

  test.each([1_000, hour])('gives no additional message when it goes back by %i ms', async (ms) => {
    const ctx = await guest();
    await spend(ctx);
    await spend(ctx);
    ctx.clock.advance(-ms);
    await spend(elsewhere(ctx));
    expect(await left(ctx)).toBe(1);
    await spend(elsewhere(ctx));
    expect(await left(elsewhere(ctx))).toBe(0);
    const { flags } = await refusal(elsewhere(ctx));
    ctx.clock.advance(Date.parse(String(flags?.resetAt)) - ctx.now().getTime());
    await spend(ctx);
  });

  test('does not keep people waiting for a year after it was a year ahead', async () => {
    const ctx = await guest();
    await spend(ctx);
    const year = 365 * 24 * hour;
    ctx.clock.advance(year);
    await spend(ctx);
    ctx.clock.advance(-year);
    for (let i = 0; i < 2; i++) await spend(elsewhere(ctx));
    ctx.clock.advance(24 * hour);
    expect(await left(elsewhere(ctx))).toBeGreaterThan(0);
    await spend(elsewhere(ctx));
  });

  test('counts all sends, even those that are written out of order', async () => {
    const ctx = await guest();
    const early = await prepareCharge(ctx, requireOwner(ctx));
    ctx.clock.advance(1);
    await spend(elsewhere(ctx));
    await addCharge(ctx.db, early);
    expect(await left(elsewhere(ctx))).toBe(2);
    for (let i = 0; i < 2; i++) await spend(elsewhere(ctx));
    await refusal(elsewhere(ctx));
  });

  test('counts what a guest used after what the account used', async () => {
    const ctx = await guest();
    const user = ctx.as(await userActor(ctx.db));
    const ahead = elsewhere(user);
    await spend({ ...ahead, now: () => new Date(ctx.now().getTime() + 5_000) });
    for (let i = 0; i < 2; i++) await spend(ctx);
    await ctx.db.atomic((step) => adoptAllowance(user, step, requireOwner(ctx).key, requireOwner(user).key));
    expect(await left(elsewhere(user))).toBe(2_997);
  });
});
