import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { logout } from './logout.ts';
import { watchSession } from './watch-session.ts';

const ended = { code: 'UNAUTHORIZED', message: 'You were signed out.' };
const aborted = (signal: AbortSignal) =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    signal.addEventListener('abort', () => resolve(signal.reason));
  });

describeOnEngines('an ended session', (open) => {
  test('is detected if it ended before it was watched', async () => {
    const ctx = createTestCtx({ db: await open() });
    const me = await signedInAs(ctx, (await insertPerson(ctx)).id);
    await logout(me);
    const watched = watchSession(me);
    expect(await aborted(watched.signal)).toMatchObject(ended);
  });

  test('is detected by every stream, and ends no stream of another person', async () => {
    const ctx = createTestCtx({ db: await open() });
    const me = await signedInAs(ctx, (await insertPerson(ctx)).id);
    const other = watchSession(await signedInAs(ctx, (await insertPerson(ctx)).id));
    const guest = watchSession(ctx);
    const mine = [watchSession(me), watchSession(me)];
    await logout(me);
    for (const { signal } of mine) expect(await aborted(signal)).toMatchObject(ended);
    expect([other.signal.aborted, guest.signal.aborted]).toEqual([false, false]);
    for (const watched of [other, guest]) watched.stop();
  });

  test('is ignored by a stream that has stopped', async () => {
    const ctx = createTestCtx({ db: await open() });
    const me = await signedInAs(ctx, (await insertPerson(ctx)).id);
    const first = watchSession(me);
    const second = watchSession(me);
    first.stop();
    await logout(me);
    await aborted(second.signal);
    expect(first.signal.aborted).toBe(false);
  });
});
