import { eq, gt, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from './database.ts';
import { insertUser } from './factories.ts';
import { preparedQuery } from './prepared.ts';
import { describeOnEngines } from './testing.ts';

const insertAccount = preparedQuery<{ subject: string; total: number }, { subject: string }[]>(
  'test_insert_account',
  (orm, { allowanceAccounts: accounts }, value) =>
    orm
      .insert(accounts)
      .values({ subject: value('subject'), total: value('total') })
      .returning({ subject: accounts.subject }),
);
const accountsAbove = preparedQuery<{ floor: number }, { subject: string; total: number }[]>(
  'test_accounts_above',
  (orm, { allowanceAccounts: accounts }, value) =>
    orm
      .select()
      .from(accounts)
      .where(gt(accounts.total, value('floor')))
      .orderBy(accounts.subject),
);
const usersSince = preparedQuery<{ since: Date }, { id: string }[]>('test_users_since', (orm, { users }, value) =>
  orm
    .select({ id: users.id })
    .from(users)
    .where(gt(users.createdAt, sql.param(value('since'), users.createdAt))),
);
const renameUser = preparedQuery<{ id: string; hash: string | null }, unknown>('test_rename', (orm, { users }, value) =>
  orm
    .update(users)
    .set({ passwordHash: sql`${sql.param(value('hash'), users.passwordHash)}` })
    .where(eq(users.id, value('id'))),
);
const userById = preparedQuery<{ id: string }, { passwordHash: string | null }[]>(
  'test_user',
  (orm, { users }, value) =>
    orm
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(eq(users.id, value('id'))),
);

describeOnEngines('a prepared query', (open) => {
  test('can run repeatedly with different values and on another database', async () => {
    const first = await open();
    const second = await open();
    for (const [subject, total] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ] as const)
      expect(await insertAccount.run(first, { subject, total })).toEqual([{ subject }]);
    const found = async (db: Database, floor: number) =>
      (await accountsAbove.run(db, { floor })).map((row) => row.subject);
    expect(await found(first, 1)).toEqual(['b', 'c']);
    expect(await found(first, 2)).toEqual(['c']);
    expect(await found(second, 0)).toEqual([]);
  });

  test('converts values like their column', async () => {
    const db = await open();
    const user = await insertUser(db, { createdAt: new Date('2026-11-21T12:00:00.500Z') });
    expect(await usersSince.run(db, { since: new Date('2026-11-21T12:00:00.499Z') })).toEqual([{ id: user.id }]);
    expect(await usersSince.run(db, { since: new Date('2026-11-21T12:00:00.500Z') })).toEqual([]);
  });

  test('accepts null, and a text with U+0000 as a value and in a comparison', async () => {
    const db = await open();
    await insertUser(db, { id: 'ada', passwordHash: 'old' });
    await renameUser.run(db, { id: 'ada', hash: null });
    expect(await userById.run(db, { id: 'ada' })).toEqual([{ passwordHash: null }]);
    await renameUser.run(db, { id: 'ada', hash: 'x\0y' });
    expect((await userById.run(db, { id: 'ada' }))[0]?.passwordHash).toMatch(/^x.y$/su);
    expect(await userById.run(db, { id: 'ada\0' })).toEqual([]);
  });

  test('can be part of an atomic step and is rolled back with it', async () => {
    const db = await open();
    const rows = await db.atomic((orm) => [
      insertAccount.in(db, orm, { subject: 'a', total: 1 }),
      accountsAbove.in(db, orm, { floor: 0 }),
    ]);
    expect(rows).toEqual([[{ subject: 'a' }], [{ subject: 'a', total: 1 }]]);
    const refused = db.atomic(
      (orm) => [insertAccount.in(db, orm, { subject: 'b', total: 1 })],
      () => {
        throw new Error('no');
      },
    );
    await expect(refused).rejects.toThrow('no');
    expect(await accountsAbove.run(db, { floor: 0 })).toEqual([{ subject: 'a', total: 1 }]);
  });
});
