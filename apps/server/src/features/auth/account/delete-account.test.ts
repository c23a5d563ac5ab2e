import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test, vi } from 'vitest';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { insertPerson, lasts, password, signedInAs } from '../../../testing/sign-in.ts';
import { generateCrossDomainToken } from '../cross-domain/generate-cross-domain-token.ts';
import { changeEmail } from '../email/change-email.ts';
import { forgotPassword } from '../password/forgot-password.ts';
import { resetPassword } from '../password/reset-password.ts';
import { login } from '../sign-in/login.ts';
import { signUp } from '../sign-up/sign-up.ts';
import { deleteAccount } from './delete-account.ts';

const email = 'ada@people.example';

describeOnEngines('deleteAccount', (open) => {
  test('[7.21] [4.49] deletes every row of the account, on all hosts, and mails a confirmation', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx, { email });
    const me = await signedInAs(ctx, id);
    const phone = await signedInAs(ctx, id);
    await generateCrossDomainToken(me, {});
    await signUp(ctx, { name: 'Ada', email, password });
    await forgotPassword(ctx, { email });
    const { users, sessions, crossDomainTokens, emailTokens, identities } = ctx.db.tables;
    await ctx.db.write((orm) =>
      orm.insert(identities).values({ issuer: 'i', subject: 's', userId: id, createdAt: ctx.now() }),
    );
    const resetLink = tokenIn((await mailsTo(ctx.db, email)).find(({ kind }) => kind === 'reset-password'));

    expect(await deleteAccount(me)).toEqual({ message: 'Account Deleted' });
    expect(me.cookies.session).toBeNull();
    expect(await lasts(phone)).toBe(false);
    for (const table of [users, sessions, crossDomainTokens, identities])
      expect(await ctx.db.orm.select().from(table as typeof users)).toEqual([]);
    expect((await ctx.db.orm.select().from(emailTokens)).filter((row) => row.email || row.userId)).toEqual([]);
    const mails = await mailsTo(ctx.db, email);
    expect(mails.map(({ kind }) => kind)).toEqual(['account-deleted']);
    expect(mails[0]?.text).toContain('Hello Ada,');
    await expect(resetPassword(ctx, { token: resetLink, newPassword: 'another one' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect(login(ctx, { email, password })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('the confirmation goes to the verified address; mail to an unverified one belongs to its owner and stays', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx, { email });
    const me = await signedInAs(ctx, id);
    await changeEmail(me, { newEmail: 'grace@people.example', password });
    await signUp(ctx, { name: 'Grace', email: 'grace@people.example', password: 'another one' });
    await deleteAccount(me);
    expect((await mailsTo(ctx.db, email)).map(({ kind }) => kind)).toEqual(['account-deleted']);
    const hers = await mailsTo(ctx.db, 'grace@people.example');
    expect(hers.map(({ text }) => text)).toEqual([expect.stringContaining('Hello Grace,')]);
    expect(await ctx.db.orm.select().from(ctx.db.tables.emailTokens)).toMatchObject([{ name: 'Grace' }]);
  });

  test('a deletion succeeds even if files cannot be removed', async () => {
    const afterDeletion = () => Promise.reject(new Error('The disk failed.'));
    const ctx = createTestCtx({ db: await open(), accountDependents: [{ afterDeletion }] });
    const { id } = await insertPerson(ctx, { email });
    const me = await signedInAs(ctx, id);
    expect(await deleteAccount(me)).toEqual({ message: 'Account Deleted' });
    expect(me.cookies.session).toBeNull();
    expect(await ctx.db.orm.select().from(ctx.db.tables.users)).toEqual([]);
  });

  test('a concurrent sign-in leaves nothing behind', async () => {
    const ctx = createTestCtx({ db: await open() });
    for (let round = 0; round < 5; round++) {
      const { id } = await insertPerson(ctx, { email });
      const me = await signedInAs(ctx, id);
      await Promise.allSettled([
        login(ctx.as({ kind: 'guest', guestId: null }), { email, password }),
        deleteAccount(me),
        signedInAs(ctx, id),
      ]);
      expect(await ctx.db.orm.select().from(ctx.db.tables.sessions)).toEqual([]);
      expect(await ctx.db.orm.select().from(ctx.db.tables.users)).toEqual([]);
    }
  });

  test('things outside the database end first, and a refusal there keeps the account', async () => {
    const beforeDeletion = vi.fn().mockRejectedValueOnce(new Error('the payments do not answer'));
    const ctx = createTestCtx({ db: await open(), accountDependents: [{ beforeDeletion }] });
    const { id } = await insertPerson(ctx, { email });
    const me = await signedInAs(ctx, id);
    await expect(deleteAccount(me)).rejects.toThrow('the payments do not answer');
    expect(await lasts(me)).toBe(true);
    await deleteAccount(me);
    expect(beforeDeletion).toHaveBeenLastCalledWith(expect.anything(), id);
    expect(await ctx.db.orm.select().from(ctx.db.tables.users)).toEqual([]);
  });

  test('requires a signed-in person', async () => {
    const ctx = createTestCtx({ db: await open() });
    await expect(deleteAccount(ctx)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
