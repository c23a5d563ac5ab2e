import { describeOnEngines, openTestDatabase } from '@noek/db/testing/engines';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { cheapHash } from '../../../testing/cheap-hash.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { insertPerson, password } from '../../../testing/sign-in.ts';
import { forgotPassword } from '../password/forgot-password.ts';
import { resetPassword } from '../password/reset-password.ts';
import { login } from '../sign-in/login.ts';
import { knownDevice, rememberDevice } from './known-device.ts';
import { takeRate } from './rate-limit.ts';

const email = 'ada@people.example';
const wrong = { code: 'UNAUTHORIZED', message: 'Invalid email or password' };
const limited = { code: 'RATE_LIMITED' };
const DAY = 24 * 60 * 60_000;

let quickHash: string;
beforeAll(async () => {
  quickHash = await cheapHash(password);
});

/** A browser at an IP address, with the device cookie that another context got. */
const browser = (ctx: TestCtx, ip: string, given: TestCtx | null = null) =>
  ctx.as({ kind: 'guest', guestId: null }, { ip, deviceCookie: given?.cookies.device ?? null });

/** Sends wrong passwords from many networks until strangers get no further attempts. */
async function exhaust(ctx: TestCtx): Promise<void> {
  const rate = { burst: 200, perMs: 30_000 };
  const takeAll = async () => {
    for (;;) await takeRate(ctx, JSON.stringify(['loginAddress', email]), rate);
  };
  await expect(takeAll()).rejects.toMatchObject(limited);
  await expect(login(browser(ctx, '192.0.2.1'), { email, password })).rejects.toMatchObject(limited);
}

describeOnEngines('known devices', (open) => {
  async function withAda(): Promise<TestCtx> {
    const ctx = createTestCtx({ db: await open() });
    await insertPerson(ctx, { email, passwordHash: quickHash });
    return ctx;
  }

  test('strangers who exhaust an address do not lock out its owner, on any network', async () => {
    const ctx = await withAda();
    const laptop = browser(ctx, '198.51.100.1');
    await login(laptop, { email, password });
    await exhaust(ctx);
    expect(await login(browser(ctx, '203.0.113.7', laptop), { email, password })).toMatchObject({ email });
  });

  test('an owner without a known device gets in immediately after a reset, in that browser', async () => {
    const ctx = await withAda();
    await exhaust(ctx);
    await forgotPassword(browser(ctx, '198.51.100.1'), { email });
    const token = tokenIn((await mailsTo(ctx.db, email)).at(-1));
    const tablet = browser(ctx, '198.51.100.1');
    await resetPassword(tablet, { token, newPassword: 'another one' });
    const elsewhere = browser(ctx, '203.0.113.7', tablet);
    expect(await login(elsewhere, { email, password: 'another one' })).toMatchObject({ email });
    await expect(login(browser(ctx, '203.0.113.8'), { email, password: 'another one' })).rejects.toMatchObject(limited);
  });

  test('a device that guesses is limited on every network; other devices are not', async () => {
    const ctx = await withAda();
    const laptop = browser(ctx, '198.51.100.1');
    const phone = browser(ctx, '198.51.100.2');
    for (const one of [laptop, phone]) await login(one, { email, password });
    for (let i = 0; i < 10; i++)
      await expect(
        login(browser(ctx, `203.0.113.${i}`, laptop), { email, password: `guess ${i}` }),
      ).rejects.toMatchObject(wrong);
    await expect(login(browser(ctx, '203.0.113.99', laptop), { email, password })).rejects.toMatchObject({
      ...limited,
      headers: { 'Retry-After': '60' },
    });
    expect(await login(browser(ctx, '203.0.113.99', phone), { email, password })).toMatchObject({ email });
    ctx.clock.advance(60_000);
    expect(await login(browser(ctx, '203.0.113.99', laptop), { email, password })).toMatchObject({ email });
  });

  test('signing in again resets the limit, and the browser stays the same device', async () => {
    const ctx = await withAda();
    let device = browser(ctx, '198.51.100.1');
    const { id } = (await login(device, { email, password })) as { id: string };
    const first = knownDevice(browser(ctx, '198.51.100.1', device), id);
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 9; i++)
        await expect(login(browser(ctx, '198.51.100.1', device), { email, password: 'guess' })).rejects.toMatchObject(
          wrong,
        );
      const next = browser(ctx, '198.51.100.1', device);
      await login(next, { email, password });
      device = next;
    }
    expect(knownDevice(browser(ctx, '198.51.100.1', device), id)).toBe(first);
  });

  test('a device is known for its own account only', async () => {
    const ctx = await withAda();
    await insertPerson(ctx, { email: 'mallory@people.example', passwordHash: quickHash });
    const mallory = browser(ctx, '203.0.113.66');
    await login(mallory, { email: 'mallory@people.example', password });
    await exhaust(ctx);
    await expect(login(browser(ctx, '203.0.113.67', mallory), { email, password })).rejects.toMatchObject(limited);
  });
});

test('a cookie that was changed, made with another secret, or is a year old proves nothing', async () => {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  const ctx = createTestCtx({ db });
  rememberDevice(ctx, 'ada');
  const cookie = ctx.cookies.device ?? '';
  const read = (deviceCookie: string, userId: string | undefined = 'ada', from: TestCtx = ctx) =>
    knownDevice(from.as(ctx.actor, { deviceCookie }), userId);
  expect(read(cookie)).toMatch(/^[\w-]{43}$/);
  expect(cookie).not.toContain('ada');

  const [device = '', expiresAt = '', signature = ''] = cookie.split('.');
  const later = (Number.parseInt(expiresAt, 36) + 1).toString(36);
  for (const forged of [
    '',
    '..',
    `${device}.${later}.${signature}`,
    `${device}x.${expiresAt}.${signature}`,
    `${device}.${expiresAt}.`,
  ])
    expect(read(forged)).toBeNull();
  expect(read(cookie, 'grace')).toBeNull();
  expect(knownDevice(ctx.as(ctx.actor, { deviceCookie: cookie }), undefined)).toBeNull();
  expect(read(cookie, 'ada', createTestCtx({ db, env: { APP_SECRET: 'another-secret-0123456789' } }))).toBeNull();
  ctx.clock.advance(365 * DAY - 1);
  expect(read(cookie)).not.toBeNull();
  ctx.clock.advance(1);
  expect(read(cookie)).toBeNull();
});
