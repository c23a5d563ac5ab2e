import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { AppError } from '../../../errors.ts';
import { codeAt } from '../../../testing/authenticator-app.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { insertPerson, password, signedInAs } from '../../../testing/sign-in.ts';
import { confirmAuthenticator, startAuthenticator } from '../second-factor/authenticator.ts';
import { finishSignIn } from '../sign-in/finish-sign-in.ts';
import { login } from '../sign-in/login.ts';
import { beginFactorReset, stopFactorReset } from './factor-reset.ts';
import { lostSecondFactor } from './lost-second-factor.ts';
import { runFactorResets } from './run-factor-resets.ts';

const email = 'ada@people.example';
const HOUR = 60 * 60_000;
const refused = { code: 'BAD_REQUEST' };
const guestOf = (ctx: TestCtx) => ctx.as({ kind: 'guest', guestId: null });

async function challenged(ctx: TestCtx): Promise<string> {
  const error = await login(guestOf(ctx), { email, password }).catch((reason: unknown) => reason);
  if (error instanceof AppError && error.code === 'SECOND_FACTOR_REQUIRED') return String(error.flags.challenge);
  throw new Error('No second factor was asked for.');
}
const mails = async (ctx: TestCtx, kind: string) => (await mailsTo(ctx.db, email)).filter((mail) => mail.kind === kind);
const needsCode = async (ctx: TestCtx) => (await challenged(ctx).catch(() => '')) !== '';

/** A person who lost the authenticator app, up to the link in the mail. */
async function lost(ctx: TestCtx) {
  const { id } = await insertPerson(ctx, { email });
  const me = await signedInAs(ctx, id);
  const { secret } = await startAuthenticator(me);
  await confirmAuthenticator(me, { code: codeAt(secret, ctx.now()) });
  ctx.clock.advance(60_000);
  await lostSecondFactor(guestOf(ctx), { challenge: await challenged(ctx) });
  return { id, secret, link: tokenIn((await mails(ctx, 'begin-factor-reset'))[0]) };
}

describeOnEngines('a lost second factor', (open) => {
  test('is removed 72 hours after the link of the mail was used, with a mail each day', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { link } = await lost(ctx);
    await beginFactorReset(guestOf(ctx), { token: link });
    await expect(beginFactorReset(guestOf(ctx), { token: link })).rejects.toMatchObject(refused);
    const hours: number[] = [];
    for (let hour = 0; hour < 72; hour++) {
      await runFactorResets(ctx);
      expect(await mails(ctx, 'factor-reset-done')).toEqual([]);
      ctx.clock.advance(HOUR);
      hours.push((await mails(ctx, 'factor-reset-pending')).length);
    }
    expect([hours[0], hours[23], hours[25], hours[49], hours[71]]).toEqual([1, 1, 2, 3, 3]);
    expect(
      (await mails(ctx, 'factor-reset-pending')).map(({ subject }) => /in (\d+) hours/.exec(subject)?.[1]),
    ).toEqual(['72', '48', '24']);
    await runFactorResets(ctx);
    expect(await mails(ctx, 'factor-reset-done')).toHaveLength(1);
    expect(await needsCode(ctx)).toBe(false);
  });

  test('any number of processes do each step once', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { link } = await lost(ctx);
    await beginFactorReset(guestOf(ctx), { token: link });
    for (const wait of [24, 24, 24]) {
      ctx.clock.advance(wait * HOUR);
      await Promise.all(Array.from({ length: 8 }, () => runFactorResets(ctx)));
    }
    expect(await mails(ctx, 'factor-reset-pending')).toHaveLength(3);
    expect(await mails(ctx, 'factor-reset-done')).toHaveLength(1);
  });

  test('after days without a running server it is removed at the next start', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { link } = await lost(ctx);
    await beginFactorReset(guestOf(ctx), { token: link });
    ctx.clock.advance(200 * HOUR);
    await runFactorResets(ctx);
    expect(await needsCode(ctx)).toBe(false);
  });

  test('each of the daily mails stops it', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { link } = await lost(ctx);
    await beginFactorReset(guestOf(ctx), { token: link });
    ctx.clock.advance(24 * HOUR);
    await runFactorResets(ctx);
    const stop = tokenIn((await mails(ctx, 'factor-reset-pending')).at(-1));
    await stopFactorReset(guestOf(ctx), { token: stop });
    await expect(stopFactorReset(guestOf(ctx), { token: stop })).rejects.toMatchObject(refused);
    ctx.clock.advance(100 * HOUR);
    await runFactorResets(ctx);
    expect(await needsCode(ctx)).toBe(true);
    expect(await mails(ctx, 'factor-reset-done')).toEqual([]);
  });

  test('signing in with the app stops it, too', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { link, secret } = await lost(ctx);
    await beginFactorReset(guestOf(ctx), { token: link });
    await finishSignIn(guestOf(ctx), { challenge: await challenged(ctx), code: codeAt(secret, ctx.now()) });
    ctx.clock.advance(100 * HOUR);
    await runFactorResets(ctx);
    expect(await needsCode(ctx)).toBe(true);
  });

  test('without the password there is no link; the link expires after an hour; one mailbox gets three per hour', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { link } = await lost(ctx);
    await expect(lostSecondFactor(guestOf(ctx), { challenge: 'unknown' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    const challenge = await challenged(ctx);
    for (let i = 0; i < 2; i++) await lostSecondFactor(guestOf(ctx), { challenge });
    await expect(lostSecondFactor(guestOf(ctx), { challenge })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    ctx.clock.advance(HOUR);
    await expect(beginFactorReset(guestOf(ctx), { token: link })).rejects.toMatchObject(refused);
    for (const token of ['unknown', 'x'.repeat(43)])
      await expect(stopFactorReset(guestOf(ctx), { token })).rejects.toMatchObject(refused);
  });
});
