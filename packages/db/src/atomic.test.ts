import { and, eq, gt, sql } from 'drizzle-orm';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { type Database, isUniqueViolation, type Statement, type StatementResult, type Step } from './database.ts';
import { describeOnEngines, openTestDatabase, testEngines } from './testing/engines.ts';
import { insertUser } from './testing/factories.ts';

const account = (db: Database, subject: string, total: number) =>
  db.write((orm) => orm.insert(db.tables.allowanceAccounts).values({ subject, total }));

async function totals(db: Database): Promise<Record<string, number>> {
  const rows = await db.orm.select().from(db.tables.allowanceAccounts);
  return Object.fromEntries(rows.map(({ subject, total }) => [subject, total]));
}

test('the compiler refuses to change rows outside of write and atomic', () => {
  type Reads = 'select' | 'selectDistinct';
  expectTypeOf<keyof Database['orm']>().toEqualTypeOf<Reads | '$with' | 'with'>();
  expectTypeOf<keyof ReturnType<Database['orm']['with']>>().toEqualTypeOf<Reads>();
});

describeOnEngines('write', (open) => {
  test('returns the rows of its statement, which may also read, and writes nothing if it fails or cannot be built', async () => {
    const db = await open();
    const { allowanceAccounts: accounts } = db.tables;
    const add = (subject: string) =>
      db.write((orm) => orm.insert(accounts).values({ subject, total: 1 }).returning({ subject: accounts.subject }));
    expect(await Promise.all([add('a'), add('b')])).toEqual([[{ subject: 'a' }], [{ subject: 'b' }]]);
    await expect(add('a')).rejects.toSatisfy(isUniqueViolation);
    const notBuilt = db.write((): Statement => {
      throw new Error('no statement');
    });
    await expect(notBuilt).rejects.toThrow('no statement');
    const double = { total: sql`${accounts.total} * 2` };
    expect(await db.write((orm) => orm.update(accounts).set(double).returning({ total: accounts.total }))).toEqual([
      { total: 2 },
      { total: 2 },
    ]);
    expect(await db.write((orm) => orm.select().from(accounts).orderBy(accounts.subject))).toHaveLength(2);
    expect(await totals(db)).toEqual({ a: 2, b: 2 });
  });

  test('lets exactly one of many concurrent claims take the last item', async () => {
    const db = await open();
    const { allowanceAccounts: accounts } = db.tables;
    await account(db, 'seats', 1);
    const take = () =>
      db.write((orm) =>
        orm
          .update(accounts)
          .set({ total: sql`${accounts.total} - 1` })
          .where(and(eq(accounts.subject, 'seats'), gt(accounts.total, 0)))
          .returning(),
      );
    const taken = await Promise.all(Array.from({ length: 8 }, take));
    expect(taken.flat()).toHaveLength(1);
    expect(await totals(db)).toEqual({ seats: 0 });
  });
});

describeOnEngines('atomic', (open) => {
  test('runs the statements in order and returns the rows of each', async () => {
    const db = await open();
    const { allowanceAccounts: accounts } = db.tables;
    const { inserted, updated, read } = await db.atomic((step) => ({
      inserted: step.add(
        step.orm.insert(accounts).values({ subject: 'a', total: 1 }).returning({ subject: accounts.subject }),
      ),
      updated: step.add(step.orm.update(accounts).set({ total: 5 }).returning({ total: accounts.total })),
      read: step.add(step.orm.select().from(accounts)),
    }));
    expectTypeOf(updated.rows).toEqualTypeOf<{ total: number }[]>();
    expect([inserted.rows, updated.rows, read.rows]).toEqual([
      [{ subject: 'a' }],
      [{ total: 5 }],
      [{ subject: 'a', total: 5, chargedAt: null }],
    ]);
    expect(await totals(db)).toEqual({ a: 5 });
  });

  test('commits nothing when a check throws after seeing the rows', async () => {
    const db = await open();
    const { allowanceAccounts: accounts } = db.tables;
    await account(db, 'a', 1);
    const refusal = new Error('not enough');
    const step = db.atomic((step) => {
      const updated = step.add(
        step.orm
          .update(accounts)
          .set({ total: sql`${accounts.total} - 2` })
          .where(eq(accounts.subject, 'a'))
          .returning(),
      );
      step.add(step.orm.insert(accounts).values({ subject: 'b', total: 2 }));
      step.check(() => {
        expect(updated.rows).toEqual([{ subject: 'a', total: -1, chargedAt: null }]);
        throw refusal;
      });
    });
    await expect(step).rejects.toBe(refusal);
    expect(await totals(db)).toEqual({ a: 1 });
  });

  test('commits nothing when a later statement fails', async () => {
    const db = await open();
    await account(db, 'a', 1);
    const { allowanceAccounts: accounts } = db.tables;
    const step = db.atomic((step) => {
      step.add(step.orm.insert(accounts).values({ subject: 'b', total: 2 }));
      step.add(step.orm.insert(accounts).values({ subject: 'a', total: 3 }));
    });
    await expect(step).rejects.toSatisfy(isUniqueViolation);
    expect(await totals(db)).toEqual({ a: 1 });
  });

  test('commits nothing when the statements cannot be built', async () => {
    const db = await open();
    const step = db.atomic((step) => {
      step.add(step.orm.insert(db.tables.allowanceAccounts).values({ subject: 'b', total: 1 }));
      throw new Error('no statements');
    });
    await expect(step).rejects.toThrow('no statements');
    await account(db, 'a', 1);
    expect(await totals(db)).toEqual({ a: 1 });
  });

  test('lets exactly one of many concurrent claims take the last item', async () => {
    const db = await open();
    const { allowanceAccounts: accounts } = db.tables;
    await account(db, 'seats', 1);
    const take = () =>
      db.atomic((step) =>
        step.must(
          step.orm
            .update(accounts)
            .set({ total: sql`${accounts.total} - 1` })
            .where(and(eq(accounts.subject, 'seats'), gt(accounts.total, 0)))
            .returning(),
          () => new Error('all gone'),
        ),
      );
    const results = await Promise.allSettled(Array.from({ length: 8 }, take));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await totals(db)).toEqual({ seats: 0 });
  });
});

describeOnEngines('a step', (open) => {
  test('runs all statements before its checks, in the order in which they were added, and the first refusal wins', async () => {
    const db = await open();
    const { allowanceAccounts: accounts } = db.tables;
    const checked: string[] = [];
    const nothing = (step: Step) => step.orm.select().from(accounts).where(eq(accounts.subject, 'nobody'));
    const refused = db.atomic((step) => {
      step.check(() => {
        expect(last.rows).toHaveLength(1);
        checked.push('first');
      });
      step.add(step.orm.insert(accounts).values({ subject: 'a', total: 1 }));
      step.must(nothing(step), () => new Error('nothing was found'));
      step.check(() => void checked.push('never'));
      step.must(nothing(step), () => new Error('a later refusal'));
      const last = step.must(step.orm.select().from(accounts), () => new Error('it has a row'));
    });
    await expect(refused).rejects.toThrow('nothing was found');
    expect(checked).toEqual(['first']);
    expect(await totals(db)).toEqual({});
  });

  test('is shared by features that know nothing of each other', async () => {
    const db = await open();
    const { allowanceAccounts: accounts } = db.tables;
    await account(db, 'seats', 1);
    const takeSeat = (step: Step) =>
      step.must(
        step.orm
          .update(accounts)
          .set({ total: sql`${accounts.total} - 1` })
          .where(and(eq(accounts.subject, 'seats'), gt(accounts.total, 0)))
          .returning({ left: accounts.total }),
        () => new Error('no seat is left'),
      );
    const addMember = (step: Step, subject: string) =>
      step.add(step.orm.insert(accounts).values({ subject, total: 1 }).returning({ subject: accounts.subject }));
    const join = (subject: string) => db.atomic((step) => ({ member: addMember(step, subject), seat: takeSeat(step) }));
    const { member, seat } = await join('a');
    expect([member.rows, seat.rows]).toEqual([[{ subject: 'a' }], [{ left: 0 }]]);
    await expect(join('b')).rejects.toThrow('no seat is left');
    expect(await totals(db)).toEqual({ a: 1, seats: 0 });
  });

  test('has no rows before its statements have run, and none if it was refused', async () => {
    const db = await open();
    const { allowanceAccounts: accounts } = db.tables;
    const early = db.atomic((step) => step.add(step.orm.select().from(accounts)).rows);
    await expect(early).rejects.toThrow('The rows of a statement were read before it has run.');
    let left: StatementResult<unknown> | undefined;
    const failed = db.atomic((step) => {
      step.add(step.orm.insert(accounts).values({ subject: 'a', total: null as never }));
      left = step.add(step.orm.select().from(accounts));
    });
    await expect(failed).rejects.toThrow();
    expect(() => left?.rows).toThrow('The rows of a statement were read before it has run.');
  });

  test('takes nothing more once it runs: what a check adds refuses the step', async () => {
    const db = await open();
    const { allowanceAccounts: accounts } = db.tables;
    const refused = db.atomic((step) => {
      step.add(step.orm.insert(accounts).values({ subject: 'a', total: 1 }));
      step.check(() => void step.add(step.orm.delete(accounts)));
    });
    await expect(refused).rejects.toThrow('added to a step that runs already');
    expect(await totals(db)).toEqual({});
  });

  test('that is repeated is built again, and its results are those of the attempt that was committed', async () => {
    const db = await open();
    const { allowanceAccounts: accounts } = db.tables;
    await account(db, 'taken', 1);
    const built: StatementResult<{ total: number }[]>[] = [];
    // On SQLite, the failure of the second one in the same commit repeats the first one. PostgreSQL repeats after a deadlock.
    const add = (subject: string) =>
      db.atomic((step) => {
        const added = step.add(
          step.orm.insert(accounts).values({ subject, total: 1 }).returning({ total: accounts.total }),
        );
        if (subject === 'a') built.push(added);
        return added;
      });
    const [first] = await Promise.allSettled([add('a'), add('taken')]);
    expect(built).toHaveLength(db.engine === 'sqlite' ? 2 : 1);
    expect(first).toEqual({ status: 'fulfilled', value: built.at(-1) });
    expect(built.at(-1)?.rows).toEqual([{ total: 1 }]);
    expect(new Set(built).size).toBe(built.length);
  });
});

describeOnEngines('atomic steps that are asked for together', (open) => {
  test('succeed and fail independently', async () => {
    const db = await open();
    const { allowanceAccounts: accounts } = db.tables;
    const add = (subject: string, check = () => {}) =>
      db.atomic((step) => {
        step.add(step.orm.insert(accounts).values({ subject, total: 1 }));
        step.check(check);
      });
    const results = await Promise.allSettled([
      add('a'),
      add('b', () => {
        throw new Error('refused');
      }),
      add('a'),
      add('c'),
    ]);
    // On PostgreSQL the second "a" may win.
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(results[1]?.status).toBe('rejected');
    expect(await totals(db)).toEqual({ a: 1, c: 1 });
  });

  test('begin what their commit allows once each, even when another one fails', async () => {
    const db = await open();
    const { allowanceAccounts: accounts } = db.tables;
    const begun: string[] = [];
    const add = (subject: string) =>
      db.atomic(
        (step) =>
          step.add(step.orm.insert(accounts).values({ subject, total: 1 }).returning({ subject: accounts.subject })),
        { onCommit: () => void begun.push(subject) },
      );
    const first = await add('taken');
    expect(first.rows).toEqual([{ subject: 'taken' }]);
    const results = await Promise.allSettled([add('a'), add('taken'), add('b')]);
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value.rows : null))).toEqual([
      [{ subject: 'a' }],
      null,
      [{ subject: 'b' }],
    ]);
    expect(begun.toSorted()).toEqual(['a', 'b', 'taken']);
    expect(await totals(db)).toEqual({ a: 1, b: 1, taken: 1 });
  });

  test('see the writes of earlier steps', async () => {
    const db = await open();
    const { allowanceAccounts: accounts } = db.tables;
    await account(db, 'a', 0);
    const addOne = () =>
      db.atomic((step) =>
        step.add(
          step.orm
            .update(accounts)
            .set({ total: sql`${accounts.total} + 1` })
            .where(eq(accounts.subject, 'a'))
            .returning(),
        ),
      );
    const results = await Promise.all(Array.from({ length: 20 }, addOne));
    expect(results.map(({ rows }) => rows[0]?.total).toSorted((x = 0, y = 0) => x - y)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
  });

  test('are all committed when the database is closed immediately', async () => {
    const db = await open();
    const { allowanceAccounts: accounts } = db.tables;
    const steps = ['a', 'b'].map((subject) =>
      db.atomic((step) => step.add(step.orm.insert(accounts).values({ subject, total: 1 }).returning())),
    );
    await db.close();
    for (const { rows } of await Promise.all(steps)) expect(rows).toMatchObject([{ total: 1 }]);
  });
});

describeOnEngines('isUniqueViolation', (open) => {
  test('recognizes a second row with the same primary key or unique value', async () => {
    const db = await open();
    const user = await insertUser(db, { email: 'ada@people.example' });
    const sameKey = insertUser(db, { id: user.id, email: 'another@people.example' });
    await expect(sameKey).rejects.toSatisfy(isUniqueViolation);
    const sameEmail = insertUser(db, { email: 'ada@people.example' });
    await expect(sameEmail).rejects.toSatisfy(isUniqueViolation);
  });

  test('does not match a missing reference, a missing value or another error', async () => {
    const db = await open();
    const { sessions, users } = db.tables;
    const now = new Date();
    const orphan = { id: 's', userId: 'nobody', familyId: 'f', createdAt: now, lastSeenAt: now, expiresAt: now };
    const refusals = [
      async () => db.write((orm) => orm.insert(sessions).values(orphan)),
      async () => db.write((orm) => orm.insert(users).values({ id: 'u' } as never)),
      async () => Promise.reject(new Error('23505')),
      async () => Promise.reject('SQLITE_CONSTRAINT_UNIQUE'),
    ];
    for (const refused of refusals) {
      const error: unknown = await refused().then(
        () => expect.unreachable(),
        (reason: unknown) => reason,
      );
      expect(isUniqueViolation(error)).toBe(false);
    }
  });
});

describe.each(testEngines)('a database (%s)', (engine) => {
  test('responds to a ping until it is closed', async () => {
    const db = await openTestDatabase(engine);
    await db.ping();
    await db.close();
    await expect(db.ping()).rejects.toThrow();
  });
});

describeOnEngines('what may begin with the commit', (open) => {
  test('is called before the step resolves, and not for a step that was refused', async () => {
    const db = await open();
    const { allowanceAccounts: accounts } = db.tables;
    const happened: string[] = [];
    const add = (subject: string, check = () => {}) =>
      db
        .atomic(
          (step) => {
            step.add(step.orm.insert(accounts).values({ subject, total: 1 }));
            step.check(check);
          },
          { onCommit: () => void happened.push(`commit ${subject}`) },
        )
        .then(() => happened.push(`done ${subject}`));
    await add('a');
    const refused = add('b', () => {
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    await expect(add('a')).rejects.toSatisfy(isUniqueViolation);
    expect(happened).toEqual(['commit a', 'done a']);
  });
});
