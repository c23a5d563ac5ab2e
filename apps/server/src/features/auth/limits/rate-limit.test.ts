import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { AppError } from '../../../errors.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { isRemembered, remember, resetRate, takeRate, takeSlot } from './rate-limit.ts';

const rate = { burst: 3, perMs: 60_000 };

describeOnEngines('takeRate', (open) => {
  test('allows a burst, then one per interval, and says in seconds how long to wait', async () => {
    const ctx = createTestCtx({ db: await open() });
    for (let i = 0; i < 3; i++) await takeRate(ctx, 'key', rate);
    ctx.clock.advance(15_500);
    const refusal = await takeRate(ctx, 'key', rate).catch((error) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Too many attempts. Please try again in 45 seconds.',
      headers: { 'Retry-After': '45' },
    });

    ctx.clock.advance(44_500);
    await takeRate(ctx, 'key', rate);
    await expect(takeRate(ctx, 'key', rate)).rejects.toThrow('in 1 minute.');
  });

  test('a refused attempt does not count, and a long pause restores the burst but no more', async () => {
    const ctx = createTestCtx({ db: await open() });
    for (let i = 0; i < 3; i++) await takeRate(ctx, 'key', rate);
    for (let i = 0; i < 5; i++) await expect(takeRate(ctx, 'key', rate)).rejects.toThrow(AppError);
    ctx.clock.advance(60_000);
    await takeRate(ctx, 'key', rate);

    ctx.clock.advance(24 * 60 * 60_000);
    for (let i = 0; i < 3; i++) await takeRate(ctx, 'key', rate);
    await expect(takeRate(ctx, 'key', rate)).rejects.toThrow(AppError);
  });

  test('a time stored by a clock that was ahead keeps no caller out', async () => {
    const ctx = createTestCtx({ db: await open() });
    const day = 24 * 60 * 60_000;
    ctx.clock.advance(day);
    for (let i = 0; i < 3; i++) await takeRate(ctx, 'key', rate);
    expect(await takeSlot(ctx, ['slot'], 1_000)).toBe('slot');
    ctx.clock.advance(-day);
    await expect(takeRate(ctx, 'key', rate)).rejects.toThrow('in 2 minutes.');
    ctx.clock.advance(rate.perMs + 1);
    await takeRate(ctx, 'key', rate);
    ctx.clock.advance(3 * rate.perMs);
    for (let i = 0; i < 3; i++) await takeRate(ctx, 'key', rate);
    await expect(takeRate(ctx, 'key', rate)).rejects.toThrow('in 1 minute.');
    expect(await takeSlot(ctx, ['slot'], 1_000)).toBe('slot');
    expect(await takeSlot(ctx, ['slot'], 1_000)).toBe(null);
  });

  test('a clock that is slightly behind gives no attempts back', async () => {
    const ctx = createTestCtx({ db: await open() });
    for (let i = 0; i < 3; i++) await takeRate(ctx, 'key', rate);
    ctx.clock.advance(-30_000);
    await expect(takeRate(ctx, 'key', rate)).rejects.toThrow(AppError);
  });

  test('exactly the burst is allowed when many attempts are parallel', async () => {
    const ctx = createTestCtx({ db: await open() });
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => takeRate(ctx, 'key', rate)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  test('keys have separate limits, can be reset, and are stored as hashes only', async () => {
    const ctx = createTestCtx({ db: await open() });
    for (let i = 0; i < 3; i++) await takeRate(ctx, 'login:ada@people.example', rate);
    await takeRate(ctx, 'login:bob@people.example', rate);
    await expect(takeRate(ctx, 'login:ada@people.example', rate)).rejects.toThrow(AppError);
    const rows = await ctx.db.orm.select().from(ctx.db.tables.rateLimits);
    expect(JSON.stringify(rows)).not.toContain('people');
    await resetRate(ctx, 'login:ada@people.example');
    await takeRate(ctx, 'login:ada@people.example', rate);
  });

  test('a key is remembered for the given time', async () => {
    const ctx = createTestCtx({ db: await open() });
    expect(await isRemembered(ctx, 'known')).toBe(false);
    await remember(ctx, 'known', 1000);
    expect(await isRemembered(ctx, 'known')).toBe(true);
    ctx.clock.advance(999);
    await remember(ctx, 'known', 1000);
    ctx.clock.advance(999);
    expect(await isRemembered(ctx, 'known')).toBe(true);
    ctx.clock.advance(1);
    expect(await isRemembered(ctx, 'known')).toBe(false);
  });
});
