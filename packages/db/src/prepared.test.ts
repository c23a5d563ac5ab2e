import { eq, gt, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Database, isUniqueViolation } from './database.ts';
import { preparedQuery, preparedStatement } from './prepared.ts';
import { describeOnEngines } from './testing/engines.ts';
import { insertUser } from './testing/factories.ts';

const insertAccount = preparedStatement<{ subject: string; total: number }, { subject: string }[]>(
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
const renameUser = preparedStatement<{ id: string; hash: string | null }, unknown>(
  'test_rename',
  (orm, { users }, value) =>
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

const insertGuest = preparedStatement<{ id: string; at: Date }, unknown>('test_guest', (orm, { guests }, value) =>
  orm.insert(guests).values({ id: value('id'), tokenHash: 'constant', createdAt: value('at') }),
);
const insertPerson = preparedStatement<{ id: string; flag: boolean; features: string[]; at: Date }, unknown>(
  'test_every_kind',
  (orm, { users }, value) =>
    orm.insert(users).values({
      id: value('id'),
      name: 'Ada',
      email: value('id'),
      specialFeatures: value('features'),
      memoryEnabled: value('flag'),
      createdAt: value('at'),
      updatedAt: value('at'),
    }),
);

describeOnEngines('a prepared query', (open) => {
  test('that returns no rows stores every kind of value like its column, and constants', async () => {
    const db = await open();
    const at = new Date('2026-11-21T12:00:00.500Z');
    await db.atomic((step) => step.add(insertGuest.in(db, step.orm, { id: 'g', at })));
    expect(await db.orm.select().from(db.tables.guests)).toEqual([{ id: 'g', tokenHash: 'constant', createdAt: at }]);
    for (const [id, flag] of [
      ['a', false],
      ['b', true],
    ] as const)
      await db.write((orm) => insertPerson.in(db, orm, { id, flag, features: [id, 'x"y'], at }));
    const rows = await db.orm.select().from(db.tables.users).orderBy(db.tables.users.id);
    expect(rows).toMatchObject([
      { id: 'a', email: 'a', memoryEnabled: false, specialFeatures: ['a', 'x"y'], createdAt: at, updatedAt: at },
      { id: 'b', email: 'b', memoryEnabled: true, specialFeatures: ['b', 'x"y'] },
    ]);
  });

  test('refuses to run without one of its values, and with one that its table does not allow', async () => {
    const db = await open();
    await expect(db.write((orm) => renameUser.in(db, orm, { id: 'ada' } as never))).rejects.toThrow('hash');
    const at = new Date();
    await db.write((orm) => insertGuest.in(db, orm, { id: 'g', at }));
    await expect(db.write((orm) => insertGuest.in(db, orm, { id: 'g', at }))).rejects.toSatisfy(isUniqueViolation);
    await expect(db.atomic((step) => step.add(insertGuest.in(db, step.orm, { id: 'g', at })))).rejects.toSatisfy(
      isUniqueViolation,
    );
  });

  test('can run repeatedly with different values and on another database', async () => {
    const first = await open();
    const second = await open();
    for (const [subject, total] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ] as const)
      expect(await first.write((orm) => insertAccount.in(first, orm, { subject, total }))).toEqual([{ subject }]);
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
    await db.write((orm) => renameUser.in(db, orm, { id: 'ada', hash: null }));
    expect(await userById.run(db, { id: 'ada' })).toEqual([{ passwordHash: null }]);
    await db.write((orm) => renameUser.in(db, orm, { id: 'ada', hash: 'x\0y' }));
    expect((await userById.run(db, { id: 'ada' }))[0]?.passwordHash).toMatch(/^x.y$/su);
    expect(await userById.run(db, { id: 'ada\0' })).toEqual([]);
  });

  test('can be part of an atomic step and is rolled back with it', async () => {
    const db = await open();
    const { inserted, all } = await db.atomic((step) => ({
      inserted: step.add(insertAccount.in(db, step.orm, { subject: 'a', total: 1 })),
      all: step.add(step.orm.select().from(db.tables.allowanceAccounts)),
    }));
    expect([inserted.rows, all.rows]).toEqual([[{ subject: 'a' }], [{ subject: 'a', total: 1, chargedAt: null }]]);
    const refused = db.atomic((step) => {
      step.add(insertAccount.in(db, step.orm, { subject: 'b', total: 1 }));
      step.check(() => {
        throw new Error('no');
      });
    });
    await expect(refused).rejects.toThrow('no');
    expect(await accountsAbove.run(db, { floor: 0 })).toEqual([{ subject: 'a', total: 1, chargedAt: null }]);
  });
});
