import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, password, signedInAs, tokenOf } from '../../../testing/sign-in.ts';
import { ownSecurityEvents } from '../account/own-security-events.ts';
import { changePassword } from '../password/change-password.ts';
import { endOtherSessions } from '../session/own-sessions.ts';
import { login } from '../sign-in/login.ts';
import { purgeSecurityEvents } from './purge-security-events.ts';

const email = 'ada@people.example';
const DAY = 24 * 60 * 60_000;

describeOnEngines('security events', (open) => {
  test('say what happened, where and how, the latest first, one page at a time', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx, { email });
    const other = await insertPerson(ctx);
    const me = await signedInAs(ctx, id);
    await signedInAs(ctx, other.id);
    ctx.clock.advance(1000);
    const stranger = ctx.as({ kind: 'guest', guestId: null }, { ip: '2001:db8:1:2::9', userAgent: 'curl/8.0' });
    await login(stranger, { email, password: 'wrong' }).catch(() => {});
    expect(await ctx.background.settled(10_000)).toBe(true);
    ctx.clock.advance(1000);
    await tokenOf(ctx, id, { name: 'Backup' });
    ctx.clock.advance(1000);
    await endOtherSessions(me);
    ctx.clock.advance(1000);
    await changePassword(me, { currentPassword: password, newPassword: 'harbour-77-fox' });

    const first = await ownSecurityEvents(me, { limit: 2 });
    expect(first.events.map(({ kind }) => kind)).toEqual(['password-changed', 'sessions-ended']);
    const rest = await ownSecurityEvents(me, { limit: 10, cursor: first.nextCursor ?? '' });
    expect(rest.nextCursor).toBeNull();
    expect(rest.events.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['token-created', 'Backup'],
      ['new-device', 'a password'],
      ['sign-in-failed', 'a wrong password'],
      ['signed-in', 'a password'],
    ]);
    expect(rest.events[2]).toMatchObject({ device: 'curl', network: '2001:db8:1::/48' });
    await expect(ownSecurityEvents(me, { limit: 1, cursor: 'nonsense' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  test('are kept for 90 days', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx, { email });
    const me = await signedInAs(ctx, id);
    ctx.clock.advance(89 * DAY);
    await purgeSecurityEvents(ctx);
    expect((await ownSecurityEvents(me, { limit: 10 })).events).toHaveLength(1);
    ctx.clock.advance(DAY);
    expect((await ownSecurityEvents(me, { limit: 10 })).events).toEqual([]);
    await purgeSecurityEvents(ctx);
    expect(await ctx.db.orm.select().from(ctx.db.tables.securityEvents)).toEqual([]);
  });
});
