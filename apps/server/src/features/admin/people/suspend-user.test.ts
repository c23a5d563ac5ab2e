import { insertConversation, insertMessages, insertUser } from '@noek/db/factories';
import { describeOnEngines } from '@noek/db/testing';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, lasts, password, signedInAs } from '../../../testing/sign-in.ts';
import { signInIdentity } from '../../auth/google/google-account.ts';
import { createSession } from '../../auth/session/session.ts';
import { watchSession } from '../../auth/session/watch-session.ts';
import { login } from '../../auth/sign-in/login.ts';
import { createToken } from '../../auth/tokens/create-token.ts';
import { readToken } from '../../auth/tokens/read-token.ts';
import { endUserSessions } from './end-user-sessions.ts';
import { liftSuspension, suspendUser } from './suspend-user.ts';

describeOnEngines('suspending', (open) => {
  async function opened() {
    const ctx = createTestCtx({ db: await open(), env: { SUPPORT_EMAIL: 'help@noek.test' } });
    const boss = await insertPerson(ctx, { name: 'Ida Admin', accessLevel: 'admin' });
    const person = await insertPerson(ctx, { name: 'Mira', email: 'mira@people.example' });
    const audit = () => ctx.db.orm.select().from(ctx.db.tables.auditLog);
    return { ctx, boss, person, me: await signedInAs(ctx, boss.id), her: await signedInAs(ctx, person.id), audit };
  }
  const browser = (ctx: ReturnType<typeof createTestCtx>) => ctx.as({ kind: 'guest', guestId: null });

  test('ends sessions, open streams and tokens; sign-in is refused in words after the right password; nothing is lost', async () => {
    const { ctx, me, her, person, audit, boss } = await opened();
    const { token } = await createToken(her, { name: 'A script', scopes: ['read'], expiresAt: null });
    const { id } = await insertConversation(ctx.db, { userId: person.id });
    await insertMessages(ctx.db, id, ['A question', 'An answer']);
    const stream = watchSession(her);
    expect(await suspendUser(me, { id: person.id, reason: 'Spam' })).toMatchObject({
      suspendedAt: ctx.now().toISOString(),
    });
    await vi.waitFor(() => expect(stream.signal.reason).toMatchObject({ code: 'UNAUTHORIZED' }));
    expect(await lasts(her)).toBe(false);
    await expect(readToken(ctx, token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const refused = { code: 'ACCOUNT_SUSPENDED', message: expect.stringMatching(/suspended.*help@noek\.test/) };
    await expect(login(browser(ctx), { email: person.email, password })).rejects.toMatchObject(refused);
    // Whoever does not know the password does not learn it.
    await expect(login(browser(ctx), { email: person.email, password: 'wrong' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    const identity = { issuer: 'i', subject: 's', email: person.email, emailVerified: true, name: 'Mira' };
    await expect(signInIdentity(browser(ctx), identity)).rejects.toMatchObject(refused);
    await expect(createSession(browser(ctx), person.id)).rejects.toMatchObject(refused);
    expect(await ctx.db.orm.select().from(ctx.db.tables.sessions)).toHaveLength(1);
    expect(await ctx.db.orm.select().from(ctx.db.tables.messages)).toHaveLength(2);

    expect(await liftSuspension(me, { id: person.id, reason: 'A mistake' })).toMatchObject({ suspendedAt: null });
    await login(browser(ctx), { email: person.email, password });
    expect(await audit()).toMatchObject([
      { action: 'user.suspended', actorId: boss.id, targetUserId: person.id, detail: { reason: 'Spam' } },
      { action: 'user.suspension-lifted', actorId: boss.id, targetUserId: person.id, detail: { reason: 'A mistake' } },
    ]);
  });

  test('a sign-in at the same moment is refused or ended', async () => {
    const { ctx, me, person } = await opened();
    await Promise.allSettled([
      suspendUser(me, { id: person.id, reason: 'Spam' }),
      ...Array.from({ length: 5 }, () => login(browser(ctx), { email: person.email, password })),
    ]);
    const { sessions } = ctx.db.tables;
    expect(await ctx.db.orm.select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([]);
  });

  test('twice is once; not oneself, not the only administrator, and only by administrators', async () => {
    const { ctx, me, her, person, boss, audit } = await opened();
    await suspendUser(me, { id: person.id, reason: 'Spam' });
    await suspendUser(me, { id: person.id, reason: 'Again' });
    expect(await audit()).toHaveLength(1);
    await expect(suspendUser(me, { id: boss.id, reason: 'Me' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(suspendUser(me, { id: 'nobody', reason: 'X' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const verb of [suspendUser, liftSuspension, endUserSessions]) {
      await expect(verb(her, { id: boss.id, reason: 'X' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(verb(ctx, { id: boss.id, reason: 'X' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
    const second = await insertUser(ctx.db, { accessLevel: 'admin' });
    const other = await signedInAs(ctx, second.id);
    const both = await Promise.allSettled([
      suspendUser(me, { id: second.id, reason: 'X' }),
      suspendUser(other, { id: boss.id, reason: 'X' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('ending all sessions signs the person out everywhere; they may sign in again', async () => {
    const { ctx, me, her, person, audit, boss } = await opened();
    const elsewhere = await signedInAs(ctx, person.id);
    const stream = watchSession(elsewhere);
    expect(await endUserSessions(me, { id: person.id, reason: 'A lost phone' })).toEqual({
      message: 'All sessions ended.',
    });
    await vi.waitFor(() => expect(stream.signal.aborted).toBe(true));
    expect([await lasts(her), await lasts(elsewhere), await lasts(me)]).toEqual([false, false, true]);
    await login(browser(ctx), { email: person.email, password });
    expect(await audit()).toMatchObject([
      { action: 'user.sessions-ended', actorId: boss.id, targetUserId: person.id, detail: { reason: 'A lost phone' } },
    ]);
    await expect(endUserSessions(me, { id: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
