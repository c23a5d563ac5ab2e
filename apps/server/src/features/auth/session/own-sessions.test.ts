import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, lasts, signedInAs } from '../../../testing/sign-in.ts';
import { deviceName } from '../../../text/device-name.ts';
import { endOtherSessions, endOwnSession, ownSessions } from './own-sessions.ts';
import { createSession, readSession } from './session.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const HOUR = 60 * 60_000;

async function familyOf(ctx: TestCtx): Promise<string> {
  const rows = await ctx.db.orm.select().from(ctx.db.tables.sessions);
  const { sessionId } = ctx.actor as { sessionId: string };
  return rows.find(({ id }) => id === sessionId)?.familyId ?? '';
}

/** A person who is signed in with this browser (on two hosts) and with a phone. */
async function twoDevices(ctx: TestCtx) {
  const { id } = await insertPerson(ctx);
  const phone = await signedInAs(ctx, id);
  ctx.clock.advance(HOUR);
  const me = await signedInAs(ctx, id, { userAgent: chrome });
  const alsoMe = await signedInAs(ctx, id, { familyId: await familyOf(me), userAgent: chrome });
  return { me, alsoMe, phone, id };
}

describeOnEngines('ownSessions', (open) => {
  test('lists logins, the current one first, with device and times', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me, phone } = await twoDevices(ctx);
    const began = ctx.now();
    const list = await ownSessions(me);
    expect(list).toEqual([
      {
        id: await familyOf(me),
        device: 'Chrome on Windows',
        browser: 'Chrome',
        system: 'Windows',
        place: null,
        createdAt: began.toISOString(),
        lastSeenAt: began.toISOString(),
        current: true,
      },
      {
        id: await familyOf(phone),
        device: 'test',
        browser: null,
        system: null,
        place: null,
        createdAt: new Date(began.getTime() - HOUR).toISOString(),
        lastSeenAt: new Date(began.getTime() - HOUR).toISOString(),
        current: false,
      },
    ]);
    expect(await ownSessions(phone)).toMatchObject([{ current: true, device: 'test' }, { current: false }]);
  });

  test('exactly one login is the current one, even with several hosts and equal browsers', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me, alsoMe, phone } = await twoDevices(ctx);
    for (const caller of [me, alsoMe, phone]) {
      const current = (await ownSessions(caller)).filter((session) => session.current);
      expect(current.map(({ id }) => id)).toEqual([await familyOf(caller)]);
    }
  });

  test('the place is what the browser’s own time zone says, from any host of the login', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx);
    const signIn = (timeZone: string | null, familyId?: string) =>
      createSession(ctx.as({ kind: 'guest', guestId: null }, { timeZone }), id, familyId ? { familyId } : {});
    const { token } = await signIn('Europe/Berlin');
    const me = await signedInAs(ctx, id);
    const places = async () => Object.fromEntries((await ownSessions(me)).map((login) => [login.id, login.place]));
    const mine = await familyOf(me);
    const theirs = (await readSession(ctx, token))?.familyId ?? '';
    expect(await places()).toEqual({ [mine]: null, [theirs]: "Berlin (by the browser's clock)" });
    // A session of the same login on another host, whose page has not named a time zone yet, changes nothing.
    ctx.clock.advance(HOUR);
    await signIn(null, theirs);
    expect((await places())[theirs]).toBe("Berlin (by the browser's clock)");
    // The traveller's next request names another one.
    await readSession(ctx, token, 'America/Argentina/Buenos_Aires');
    expect((await places())[theirs]).toBe("Buenos Aires (by the browser's clock)");
    await readSession(ctx, token);
    expect((await places())[theirs]).toBe("Buenos Aires (by the browser's clock)");
  });

  test('leaves out expired sessions and those of other people', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx);
    await signedInAs(ctx, id);
    await signedInAs(ctx, (await insertPerson(ctx)).id);
    ctx.clock.advance(91 * 24 * HOUR);
    expect(await ownSessions(await signedInAs(ctx, id))).toHaveLength(1);
  });

  test('a login is ended on every host; ending the current one signs out', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me, alsoMe, phone } = await twoDevices(ctx);
    await endOwnSession(phone, { id: await familyOf(me) });
    expect([await lasts(me), await lasts(alsoMe), await lasts(phone)]).toEqual([false, false, true]);
    expect(phone.cookies.session).toBeUndefined();
    await endOwnSession(phone, { id: await familyOf(phone) });
    expect(phone.cookies.session).toBeNull();
  });

  test('another person’s session is not found', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me } = await twoDevices(ctx);
    const stranger = await signedInAs(ctx, (await insertPerson(ctx)).id);
    for (const id of [await familyOf(me), 'unknown', (me.actor as { sessionId: string }).sessionId])
      await expect(endOwnSession(stranger, { id })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Session not found.',
      });
    expect(await lasts(me)).toBe(true);
  });

  test('all others can be ended together', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me, alsoMe, phone, id } = await twoDevices(ctx);
    const stranger = await signedInAs(ctx, (await insertPerson(ctx)).id);
    await endOtherSessions(me);
    expect(await Promise.all([me, alsoMe, phone, stranger].map(lasts))).toEqual([true, true, false, true]);
    expect(await ownSessions(me)).toHaveLength(1);
    expect(id).not.toBe('');
  });

  test('guests get UNAUTHORIZED', async () => {
    const ctx = createTestCtx({ db: await open() });
    for (const call of [() => ownSessions(ctx), () => endOwnSession(ctx, { id: 'x' }), () => endOtherSessions(ctx)])
      await expect(call()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await readSession(ctx, 'x')).toBeNull();
  });
});

test.each([
  [chrome, 'Chrome on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['curl/8.10.1', 'curl'],
  ['<script>alert(1)</script>', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is shown as %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
