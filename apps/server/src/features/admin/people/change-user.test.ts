import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries } from '../../../testing/audit-entries.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { mailsTo } from '../../../testing/read-outbox.ts';
import { insertPerson, lasts, password, signedInAs } from '../../../testing/sign-in.ts';
import { deleteAccount } from '../../auth/account/delete-account.ts';
import { findUserByEmail } from '../../auth/auth.queries.ts';
import { changeEmail } from '../../auth/email/change-email.ts';
import { forgotPassword } from '../../auth/password/forgot-password.ts';
import { login } from '../../auth/sign-in/login.ts';
import { createToken } from '../../auth/tokens/create-token.ts';
import { changeUser } from './change-user.ts';

const newPassword = 'another-54-quay';

describeOnEngines('changeUser', (open) => {
  /** An administrator and a person, both signed in. */
  async function opened() {
    const ctx = createTestCtx({ db: await open() });
    const boss = await insertPerson(ctx, { name: 'Ida Admin', accessLevel: 'admin' });
    const person = await insertPerson(ctx, { name: 'Mira', email: 'mira@people.example' });
    const row = async (id = person.id) => {
      const { users } = ctx.db.tables;
      const [user] = await ctx.db.orm.select().from(users).where(eq(users.id, id));
      return user;
    };
    const audit = () => auditEntries(ctx.db);
    return { ctx, boss, person, me: await signedInAs(ctx, boss.id), her: await signedInAs(ctx, person.id), row, audit };
  }

  test('[3.14] [6.04] [7.47] changes name, address, level and special features, and records both sides of each, who and why', async () => {
    const { me, boss, person, audit, row, her } = await opened();
    const after = await changeUser(me, {
      ...{ id: person.id, name: 'Mira Novak', email: 'novak@people.example', accessLevel: 'supernoek' },
      ...{ specialFeatures: ['beta'], reason: 'She asked for it' },
    });
    expect(after).toMatchObject({
      ...{ id: person.id, name: 'Mira Novak', email: 'novak@people.example', accessLevel: 'supernoek' },
      ...{ specialFeatures: ['beta'], emailVerified: true },
    });
    expect(await audit()).toMatchObject([
      {
        ...{ action: 'user.updated', actorId: boss.id, targetUserId: person.id, createdAt: me.now() },
        detail: {
          ...{ name: ['Mira', 'Mira Novak'], email: ['mira@people.example', 'novak@people.example'] },
          ...{ accessLevel: ['basic', 'supernoek'], specialFeatures: ['', 'beta'], reason: 'She asked for it' },
        },
      },
    ]);
    expect(await row()).toMatchObject({ premiumUntil: null });
    // Neither a name nor a level ends a session.
    expect(await lasts(her)).toBe(true);
    const [mail] = await mailsTo(me.db, 'mira@people.example');
    expect(mail?.text).toContain('novak@people.example');
  });

  test('[5.29] what is not sent, or is the same, is not changed and not recorded', async () => {
    const { me, person, audit, row } = await opened();
    const before = await row();
    await changeUser(me, { id: person.id });
    await changeUser(me, {
      id: person.id,
      name: 'Mira',
      email: 'mira@people.example',
      accessLevel: 'basic',
      specialFeatures: [],
    });
    expect([await row(), await audit()]).toEqual([before, []]);
  });

  test('a level that has ended counts as basic: setting it again gives it without an end', async () => {
    const { me, ctx, person, row } = await opened();
    const { users } = ctx.db.tables;
    const past = { accessLevel: 'supernoek' as const, premiumUntil: new Date(ctx.now().getTime() - 1) };
    await ctx.db.write((orm) => orm.update(users).set(past).where(eq(users.id, person.id)));
    expect(await changeUser(me, { id: person.id, accessLevel: 'supernoek' })).toMatchObject({
      accessLevel: 'supernoek',
    });
    expect(await row()).toMatchObject({ accessLevel: 'supernoek', premiumUntil: null });
    // A name alone leaves the end of a level as it is.
    const later = new Date(ctx.now().getTime() + 1000);
    await ctx.db.write((orm) => orm.update(users).set({ premiumUntil: later }).where(eq(users.id, person.id)));
    await changeUser(me, { id: person.id, name: 'M', accessLevel: 'supernoek' });
    expect(await row()).toMatchObject({ name: 'M', premiumUntil: later });
  });

  test('[3.14] [6.04] a new password ends sessions, tokens and reset links, not the caller’s own session, and is in no entry', async () => {
    const { ctx, me, person, her, audit, boss } = await opened();
    await createToken(her, { name: 'A script', scopes: ['read'], expiresAt: null });
    const { apiTokens, emailTokens } = ctx.db.tables;
    const links = () => ctx.db.orm.select().from(emailTokens).where(eq(emailTokens.userId, person.id));
    await forgotPassword(ctx, { email: person.email });
    expect(await links()).toHaveLength(1);
    await changeUser(me, { id: person.id, newPassword });
    expect([await lasts(her), await lasts(me)]).toEqual([false, true]);
    expect([await ctx.db.orm.select().from(apiTokens), await links()]).toEqual([[], []]);
    await expect(login(ctx, { email: person.email, password })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await login(ctx.as({ kind: 'guest', guestId: null }), { email: person.email, password: newPassword });
    expect((await mailsTo(ctx.db, person.email)).map(({ kind }) => kind)).toContain('password-changed');

    const elsewhere = await signedInAs(ctx, boss.id);
    await changeUser(me, { id: boss.id, newPassword });
    expect([await lasts(elsewhere), await lasts(me)]).toEqual([false, true]);
    const entries = JSON.stringify(await audit());
    expect(entries).toContain('"password":[null,"changed"]');
    expect(entries).not.toMatch(/argon2|another-54|lantern/);
  });

  test('a new address counts at once: earlier links end, including that of an unfinished change', async () => {
    const { ctx, me, person, her, row } = await opened();
    await changeEmail(her, { newEmail: 'pending@people.example', password });
    await changeUser(me, { id: person.id, email: 'third@people.example' });
    expect(await row()).toMatchObject({
      email: 'third@people.example',
      previousEmail: null,
      emailVerifiedAt: ctx.now(),
    });
    expect(await ctx.db.orm.select().from(ctx.db.tables.emailTokens)).toEqual([]);
    // The last verified address gets a mail.
    const texts = (await mailsTo(ctx.db, 'mira@people.example')).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringContaining('third@people.example'));
    await login(ctx.as({ kind: 'guest', guestId: null }), { email: 'third@people.example', password });
  });

  test('an address in use is refused, even one that another account is changing, and nothing changes', async () => {
    const { ctx, me, person, audit, row } = await opened();
    const before = await row();
    await insertUser(ctx.db, { email: 'new@people.example', previousEmail: 'old@people.example' });
    for (const email of ['new@people.example', 'old@people.example'])
      await expect(changeUser(me, { id: person.id, name: 'X', email })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'This email address is already in use.',
      });
    expect([await row(), await audit()]).toEqual([before, []]);
  });

  test('the only administrator keeps the level, even if another one is suspended; their other fields can be changed', async () => {
    const { ctx, me, boss, row, audit } = await opened();
    await insertUser(ctx.db, { accessLevel: 'admin', suspendedAt: ctx.now() });
    await expect(changeUser(me, { id: boss.id, accessLevel: 'basic', name: 'X' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This is the only administrator. Make somebody else an administrator first.',
    });
    expect([(await row(boss.id))?.name, await audit()]).toEqual(['Ida Admin', []]);
    await changeUser(me, { id: boss.id, name: 'Ida' });
    await insertUser(ctx.db, { accessLevel: 'admin' });
    expect(await changeUser(me, { id: boss.id, accessLevel: 'basic' })).toMatchObject({ accessLevel: 'basic' });
  });

  test('one administrator keeps the level when several take it from each other at once', async () => {
    const { ctx, boss, person } = await opened();
    const { users } = ctx.db.tables;
    for (let round = 0; round < 4; round++) {
      await ctx.db.write((orm) => orm.update(users).set({ accessLevel: 'admin' }));
      const [me, other] = [await signedInAs(ctx, boss.id), await signedInAs(ctx, person.id)];
      const results = await Promise.allSettled([
        changeUser(me, { id: person.id, accessLevel: 'basic' }),
        changeUser(other, { id: boss.id, accessLevel: 'basic' }),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'FORBIDDEN' } });
      await ctx.db.write((orm) => orm.update(users).set({ accessLevel: 'admin' }));
      const own = await Promise.allSettled([
        changeUser(me, { id: boss.id, accessLevel: 'basic' }),
        changeUser(other, { id: person.id, accessLevel: 'basic' }),
      ]);
      expect(own.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(own.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
      expect(await ctx.db.orm.select().from(users).where(eq(users.accessLevel, 'admin'))).toHaveLength(1);
    }
  });

  test('two changes of one account at once are both recorded as they happened', async () => {
    const { me, person, audit } = await opened();
    await Promise.all(['B', 'C', 'D'].map((name) => changeUser(me, { id: person.id, name })));
    const names = (await audit()).map(({ detail }) => detail.name as [string, string]);
    expect(names).toHaveLength(3);
    expect(names.map(([before]) => before).toSorted()).toEqual(
      ['B', 'C', 'D', 'Mira'].filter((name) => names.some(([one]) => one === name)),
    );
    expect(new Set(names.map(([before]) => before)).size).toBe(3);
  });

  test('refuses an administrator who has just lost the level, other callers, and unknown accounts', async () => {
    const { ctx, me, her, person, boss } = await opened();
    await expect(changeUser(me, { id: 'nobody', name: 'X' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(changeUser(ctx, { id: person.id, name: 'X' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(changeUser(her, { id: person.id, accessLevel: 'admin' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    // `me` still has the level in its context, like a request that was admitted a moment earlier.
    await insertUser(ctx.db, { accessLevel: 'admin' });
    const { users } = ctx.db.tables;
    await ctx.db.write((orm) => orm.update(users).set({ accessLevel: 'basic' }).where(eq(users.id, boss.id)));
    await expect(changeUser(me, { id: person.id, name: 'X' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await findUserByEmail(ctx.db, person.email))?.name).toBe('Mira');
  });
});

describeOnEngines('deleting an administrator', (open) => {
  async function opened() {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx, { accessLevel: 'admin' });
    return { ctx, id, me: await signedInAs(ctx, id) };
  }
  const count = async ({ db }: TestCtx) => (await db.orm.select().from(db.tables.users)).length;

  test('the only administrator cannot delete the account, and is refused before anything outside the database ends', async () => {
    const { me, ctx } = await opened();
    const ended: string[] = [];
    const part = { beforeDeletion: async (_: unknown, userId: string) => void ended.push(userId) };
    await insertUser(ctx.db, { accessLevel: 'admin', suspendedAt: ctx.now() });
    await expect(deleteAccount({ ...me, accountDependents: [part] })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect([ended, await count(ctx), await lasts(me)]).toEqual([[], 2, true]);
  });

  test('one of two administrators remains when both delete their accounts at once', async () => {
    const { me, ctx } = await opened();
    const { id } = await insertPerson(ctx, { accessLevel: 'admin' });
    const other = await signedInAs(ctx, id);
    const results = await Promise.allSettled([deleteAccount(me), deleteAccount(other)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await count(ctx)).toBe(1);
  });

  test('what the audit log says about a person is deleted with the account', async () => {
    const { me, ctx } = await opened();
    const person = await insertPerson(ctx, { name: 'Mira' });
    await changeUser(me, { id: person.id, name: 'Mira Novak', reason: 'Mira asked' });
    await deleteAccount(await signedInAs(ctx, person.id));
    const entries = await auditEntries(ctx.db);
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['user.deleted', 'user.updated']);
    expect(JSON.stringify(entries)).not.toContain('Mira');
  });
});
