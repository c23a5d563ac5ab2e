import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { signedInAs } from '../../../testing/sign-in.ts';
import { signUp } from '../../auth/sign-up/sign-up.ts';
import { verifyEmail } from '../../auth/sign-up/verify-email.ts';
import { listSignUps } from './list-sign-ups.ts';

const DAY = 24 * 60 * 60_000;

describeOnEngines('listSignUps', (open) => {
  test('lists everyone who signed up and never verified, once each, for thirty days', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertUser(ctx.db, { email: 'ida@people.example', accessLevel: 'admin' });
    const admin = await signedInAs(ctx, id);
    const join = (name: string) => signUp(ctx, { name, email: `${name}@people.example`, password: 'long enough' });
    await join('mira');
    const asked = ctx.now();
    ctx.clock.advance(60_000);
    await join('jonas');
    await join('jonas');
    // A sign-up with an address in use mails its owner and does not count as a new person.
    await join('ida');
    expect(await listSignUps(admin)).toEqual({
      signUps: [
        { name: 'jonas', email: 'jonas@people.example', createdAt: ctx.now().toISOString() },
        { name: 'mira', email: 'mira@people.example', createdAt: asked.toISOString() },
      ],
    });
    await verifyEmail(ctx, { token: tokenIn((await mailsTo(ctx.db, 'jonas@people.example'))[0]) });
    expect((await listSignUps(admin)).signUps).toMatchObject([{ name: 'mira' }]);
    ctx.clock.advance(30 * DAY);
    expect(await listSignUps(admin)).toEqual({ signUps: [] });
  });

  test('is for administrators', async () => {
    const ctx = createTestCtx({ db: await open() });
    await expect(listSignUps(ctx)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const { id } = await insertUser(ctx.db);
    await expect(listSignUps(await signedInAs(ctx, id))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
