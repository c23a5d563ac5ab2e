import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { passwordLogin } from '../../../testing/login-facts.ts';
import { toUser } from '../auth.queries.ts';
import { ensureGuest } from './ensure-guest.ts';
import { readGuest } from './read-guest.ts';

const DAY = 24 * 60 * 60_000;

describeOnEngines('guests', (open) => {
  test('[1.01] a visitor gets an identity with its cookie, of which only the hash is stored', async () => {
    const ctx = createTestCtx({ db: await open() });
    await ensureGuest(ctx);
    const [guest] = await ctx.db.orm.select().from(ctx.db.tables.guests);
    expect(ctx.actor).toEqual({ kind: 'guest', guestId: guest?.id });
    const token = ctx.cookies.guest ?? '';
    expect(await readGuest(ctx, token)).toBe(guest?.id);
    expect(JSON.stringify(guest)).not.toContain(token);
    expect(await readGuest(ctx, guest?.tokenHash ?? '')).toBeNull();
  });

  test('the calls of one request share one identity, and an existing identity is kept', async () => {
    const ctx = createTestCtx({ db: await open() });
    await Promise.all([ensureGuest(ctx), ensureGuest(ctx), ensureGuest({ ...ctx })]);
    const returning = ctx.as(ctx.actor);
    await ensureGuest(returning);
    expect(returning.cookies.guest).toBeUndefined();
    expect(await ctx.db.orm.select().from(ctx.db.tables.guests)).toHaveLength(1);
  });

  test('signed-in people do not become guests', async () => {
    const ctx = createTestCtx({ db: await open() });
    const user = toUser(await insertUser(ctx.db), ctx.now());
    const signedIn = ctx.as({ kind: 'user', user, sessionId: 's', login: passwordLogin });
    await ensureGuest(signedIn);
    expect(signedIn.actor.kind).toBe('user');
    expect(await ctx.db.orm.select().from(ctx.db.tables.guests)).toEqual([]);
  });

  test('an identity lasts 90 days', async () => {
    const ctx = createTestCtx({ db: await open() });
    await ensureGuest(ctx);
    const token = ctx.cookies.guest ?? '';
    ctx.clock.advance(90 * DAY - 1);
    expect(await readGuest(ctx, token)).not.toBeNull();
    ctx.clock.advance(1);
    expect(await readGuest(ctx, token)).toBeNull();
  });
});
