import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { addCharge } from '../../../testing/add-charge.ts';
import { guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { randomFrom } from '../../../testing/random-from.ts';
import { requireOwner } from '../records/owner.ts';
import { prepareCharge, readAllowance, refundCharges } from './allowance.ts';
import { adoptAllowance } from './allowance-of-account.ts';
import { purgeLedger } from './purge-ledger.ts';

const hour = 60 * 60_000;

describeOnEngines('purgeLedger', (open) => {
  const rows = async ({ db }: TestCtx) => {
    const { allowanceAccounts, allowanceLedger } = db.tables;
    return [
      (await db.orm.select().from(allowanceLedger)).length,
      (await db.orm.select().from(allowanceAccounts)).length,
    ];
  };
  const charge = async (ctx: TestCtx) => {
    const prepared = await prepareCharge(ctx, requireOwner(ctx));
    (await addCharge(ctx.db, prepared)).allowance();
    return prepared.ids;
  };

  test('removes rows that no window needs, and accounts without rows', async () => {
    const db = await open();
    const ctx = createTestCtx({ db, actor: await guestActor(db) });
    await charge(ctx);
    await purgeLedger(ctx);
    expect(await rows(ctx)).toEqual([2, 2]);
    ctx.clock.advance(47 * hour);
    await charge(ctx.as(await guestActor(db), { ip: '10.0.0.9' }));
    ctx.clock.advance(hour);
    await purgeLedger(ctx);
    expect(await rows(ctx)).toEqual([2, 2]);
    ctx.clock.advance(48 * hour);
    await purgeLedger(ctx);
    expect(await rows(ctx)).toEqual([0, 0]);
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 10, resetAt: null });
  });

  test('removes more rows than it takes at once', async () => {
    const db = await open();
    const ctx = createTestCtx({ db });
    const { allowanceAccounts, allowanceLedger } = db.tables;
    await db.write((orm) =>
      orm
        .insert(allowanceAccounts)
        .values([
          { subject: 'user:a', total: 1_100 },
          ...Array.from({ length: 600 }, (_, n) => ({ subject: `guest:${n}`, total: 7 })),
        ]),
    );
    const old = Array.from({ length: 1_100 }, (_, n) => ({
      id: `r${n}`,
      subject: 'user:a',
      amount: 1,
      totalBefore: n,
      refundOf: null,
      createdAt: new Date(n),
    }));
    for (let from = 0; from < old.length; from += 100)
      await db.write((orm) => orm.insert(allowanceLedger).values(old.slice(from, from + 100)));
    await purgeLedger(ctx);
    expect(await rows(ctx)).toEqual([0, 0]);
  });

  test('removes the account of a guest who signed in, whose charges are the account of the person now', async () => {
    const db = await open();
    const guest = createTestCtx({ db, actor: await guestActor(db) });
    const person = guest.as(await userActor(db));
    await charge(guest);
    await guest.db.atomic((step) => adoptAllowance(person, step, requireOwner(guest).key, requireOwner(person).key));
    const before = await readAllowance(person);
    await purgeLedger(guest);
    const { allowanceAccounts: a } = db.tables;
    const subjects = (await db.orm.select({ subject: a.subject }).from(a)).map(({ subject }) => subject.split(':')[0]);
    expect(subjects.toSorted()).toEqual(['ip', 'user']);
    expect(await readAllowance(person)).toEqual(before);
    expect(before.remainingMessages).toBe(2_999);
  });

  test('does not change what is left, in parallel with charges', async () => {
    const db = await open();
    const ctx = createTestCtx({ db, env: { GUEST_IP_DAILY_LIMIT: '1000' }, actor: await guestActor(db) });
    for (let round = 0; round < 5; round++) {
      await charge(ctx);
      ctx.clock.advance(49 * hour);
      await Promise.all([purgeLedger(ctx), charge(ctx), charge(ctx), purgeLedger(ctx)]);
      expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 8 });
      ctx.clock.advance(25 * hour);
    }
  });

  test.each([1, 2, 3])('a guest’s ledger agrees with a model that forgets nothing (seed %i)', async (seed) => {
    const db = await open();
    const random = randomFrom(seed);
    const env = { GUEST_MESSAGE_LIMIT: '6', GUEST_IP_DAILY_LIMIT: '9' };
    const start = createTestCtx({ db, env });
    const guests: TestCtx[] = [];
    // The last guest's process has a cache of its own, so it knows nothing of the network that it shares with the others.
    const elsewhere = { ...db, orm: Object.create(db.orm) };
    for (let n = 0; n < 3; n++) guests.push({ ...start.as(await guestActor(db)), db: n < 2 ? db : elsewhere });
    type Charged = { who: number; ids: string[]; at: number; back: boolean };
    const made: Charged[] = [];
    /** What is used: the charges in the window that were not refunded. */
    const used = (isOwn: (charged: Charged) => boolean, now: number) =>
      made.filter((one) => isOwn(one) && one.at > now - 24 * hour && !one.back).length;
    const leftOf = (who: number, now: number) =>
      Math.min(6 - used((one) => one.who === who, now), 9 - used(() => true, now));

    for (let step = 0; step < 150; step++) {
      const dice = random();
      const who = Math.floor(random() * guests.length);
      const ctx = guests[who] as TestCtx;
      const now = ctx.now().getTime();
      if (dice < 0.55) {
        const ids = await charge(ctx).catch(() => null);
        expect(ids !== null).toBe(leftOf(who, now) > 0);
        if (ids) made.push({ who, ids, at: now, back: false });
      } else if (dice < 0.7) {
        // An answer fails within minutes.
        const last = made.at(-1);
        if (last && last.at > now - hour) {
          await db.atomic((step) => refundCharges(ctx, step, last.ids));
          last.back = true;
        }
      } else if (dice < 0.85) start.clock.advance(Math.floor(random() * 9 * hour));
      else await purgeLedger(ctx);
      for (const [n, guest] of guests.entries())
        expect((await readAllowance(guest)).remainingMessages).toBe(Math.max(0, leftOf(n, guest.now().getTime())));
    }
    start.clock.advance(49 * hour);
    await purgeLedger(start);
    expect(await rows(start)).toEqual([0, 0]);
  });
});
