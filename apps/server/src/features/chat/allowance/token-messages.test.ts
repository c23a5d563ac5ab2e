import { appLimits } from '@noek/contract/auth/limits';
import { planAllowances } from '@noek/contract/subscription/plans';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { addCharge } from '../../../testing/add-charge.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs, tokenOf } from '../../../testing/sign-in.ts';
import { purgeAuthRows } from '../../auth/purge-auth-rows.ts';
import { listTokens } from '../../auth/tokens/list-tokens.ts';
import { readToken } from '../../auth/tokens/read-token.ts';
import { messagesToday } from '../../auth/tokens/token-messages.ts';
import { ownerOf } from '../records/owner.ts';
import { prepareCharge } from './allowance.ts';

const DAY = 24 * 60 * 60_000;

async function charge(ctx: TestCtx): Promise<void> {
  const owner = ownerOf(ctx.actor);
  if (!owner) throw new Error('The caller has no account.');
  const charged = await prepareCharge(ctx, owner);
  await addCharge(ctx.db, charged);
}

async function start(db: TestCtx['db']) {
  const ctx = createTestCtx({ db });
  const { id } = await insertPerson(ctx);
  const { user, ...token } = await readToken(ctx, await tokenOf(ctx, id));
  const me = await signedInAs(ctx, id);
  return { ctx, id, me, token, script: ctx.as({ kind: 'user', user, token }) };
}

describeOnEngines('messages of tokens', (open) => {
  test('are counted with the charge, also at the same time; those of the person are not', async () => {
    const { ctx, id, me, script, token } = await start(await open());
    await Promise.all([1, 2, 3, 4, 5].map(() => charge(script)));
    await charge(me);
    expect(await messagesToday(ctx, id)).toEqual(new Map([[token.id, 5]]));
    expect(await listTokens(me)).toMatchObject([{ messagesToday: 5 }]);
  });

  test('are not counted if the charge is refused, also when many are sent at the last moment', async () => {
    const { ctx, id, script, token } = await start(await open());
    const limit = Math.min(...planAllowances.basic.map((window) => window.limit));
    const { allowanceAccounts, allowanceLedger } = ctx.db.tables;
    const subject = `user:${id}`;
    await charge(script);
    const [account] = await ctx.db.orm.select().from(allowanceAccounts);
    expect(account?.subject).toBe(subject);
    await ctx.db.write((orm) => orm.update(allowanceAccounts).set({ total: limit - 1 }));
    expect(await ctx.db.orm.select().from(allowanceLedger)).toHaveLength(1);
    const tries = await Promise.allSettled([1, 2, 3, 4, 5].map(() => charge(script)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await messagesToday(ctx, id)).toEqual(new Map([[token.id, 2]]));
  });

  test('count by the day in UTC, and are kept for 40 days', async () => {
    const { ctx, id, script } = await start(await open());
    await charge(script);
    ctx.clock.advance(12 * 60 * 60_000 - 1);
    expect((await messagesToday(ctx, id)).size).toBe(1);
    ctx.clock.advance(1);
    expect((await messagesToday(ctx, id)).size).toBe(0);
    const rows = () => ctx.db.orm.select().from(ctx.db.tables.tokenMessages);
    ctx.clock.advance((appLimits.messageDays - 2) * DAY);
    await purgeAuthRows(ctx);
    expect(await rows()).toMatchObject([{ day: '2026-11-21', messages: 1 }]);
    ctx.clock.advance(DAY);
    await purgeAuthRows(ctx);
    expect(await rows()).toEqual([]);
  });
});
