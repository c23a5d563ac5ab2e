import type { AdminUser } from '@noek/contract/admin/schemas';
import { describeOnEngines, openTestDatabase } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { queryPlans } from '../../../testing/query-plans.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { listPeople } from './list-people.ts';
import { peopleTag } from './people-tag.ts';
import { streamPeople } from './stream-people.ts';

const first = { page: 1, pageSize: 200 };

/** An administrator whose name and address match none of the searches below. */
async function administrator(ctx: TestCtx): Promise<TestCtx> {
  const { id } = await insertPerson(ctx, { id: 'zz', name: '0', email: '0@0.0', accessLevel: 'admin' });
  return signedInAs(ctx, id);
}

async function everybody(ctx: TestCtx): Promise<AdminUser[]> {
  return (await new Response(streamPeople(ctx)).json()) as AdminUser[];
}

describeOnEngines('listPeople', (open) => {
  const people = [
    { name: 'Mira Novak', email: 'mira@example.com' },
    { name: 'Élodie Ångström', email: 'el@sun.example' },
    { name: 'Jonas "JJ" O\'Neil', email: 'jonas_weber@example.com', accessLevel: 'supernoek' },
    { name: '50% off \\ a_b', email: 'sale@shop.example' },
    { name: '李小龙', email: 'li@kung.fu', accessLevel: 'supernoek' },
    { name: 'Ñu', email: 'x@y.zz' },
    { name: 'Ada', email: 'admin-of-nothing@example.com' },
    { name: '🙂 smile', email: 'smile@example.org' },
    { name: 'Weiß', email: 'w@kiss.example' },
  ] as const;

  test('[5.30] a search is a case-insensitive substring of name, email or access level, of any length', async () => {
    const ctx = createTestCtx({ db: await open() });
    const me = await administrator(ctx);
    for (const person of people) await insertUser(ctx.db, person);
    const all = await everybody(me);
    const searches = [
      ...[
        'mira',
        'MIRA',
        'ira n',
        'novak',
        '@example',
        'a',
        'A',
        'M',
        'jj',
        '"JJ"',
        "o'n",
        '_',
        '%',
        '\\',
        'a_b',
        '50%',
      ],
      ...[
        'é',
        'É',
        'éL',
        'ÅNG',
        'ñ',
        'Ñu',
        'ñU',
        '李',
        '小龙',
        '李小龙',
        '🙂',
        '🙂 s',
        'ß',
        'iß',
        'ss',
        '小',
        'super',
        'SUPERNOEK',
        'basic',
        'admin',
      ],
      ...['su', 'zz', 'mira novak mira', 'm*', 'mira OR ada', 'name:mira', '-', '--', 'ada\u0000', 'no one', 'xyz'],
    ];
    for (const search of searches) {
      // Control characters are not part of any name.
      const text = search.replace('\u0000', '').toLowerCase();
      const wanted = all.filter(({ name, email, accessLevel }) =>
        [name, email, accessLevel].some((field) => field.toLowerCase().includes(text)),
      );
      const { users, total } = await listPeople(me, { search, ...first });
      expect([search, total, users.map(({ name }) => name)]).toEqual([
        search,
        wanted.length,
        wanted.map(({ name }) => name),
      ]);
    }
    expect((await listPeople(me, { search: '  ', ...first })).total).toBe(people.length + 1);
    // Fields are separate: the end of a name and the beginning of an address match nothing together.
    expect((await listPeople(me, { search: 'novak\nmira', ...first })).total).toBe(0);
  });

  test('every change updates the search and the total in the same step', async () => {
    const ctx = createTestCtx({ db: await open() });
    const me = await administrator(ctx);
    const { users } = ctx.db.tables;
    const { id } = await insertUser(ctx.db, { name: 'Mira', email: 'mira@example.com' });
    const find = async (search: string) => (await listPeople(me, { search, ...first })).users.map((user) => user.id);
    expect(await find('mira')).toEqual([id]);
    await ctx.db.write((orm) =>
      orm.update(users).set({ name: 'Vera', email: 'vera@example.com' }).where(eq(users.id, id)),
    );
    expect([await find('mira'), await find('vera'), await find('ve')]).toEqual([[], [id], [id]]);
    await ctx.db.write((orm) => orm.update(users).set({ accessLevel: 'supernoek' }).where(eq(users.id, id)));
    expect([await find('supernoek'), await find('basic')]).toEqual([[id], []]);
    await expect(
      ctx.db.atomic((step) => {
        step.add(step.orm.update(users).set({ name: 'Rolled back' }));
        step.check(() => {
          throw new Error('no');
        });
      }),
    ).rejects.toThrow('no');
    expect(await find('rolled')).toEqual([]);
    await ctx.db.write((orm) => orm.delete(users).where(eq(users.id, id)));
    expect([await find('vera'), (await listPeople(me, { search: '', ...first })).total]).toEqual([[], 1]);
  });

  test('pages neither repeat nor leave out people, and together equal the whole list', async () => {
    const ctx = createTestCtx({ db: await open() });
    const me = await administrator(ctx);
    const made = [];
    for (let i = 0; i < 65; i++) made.push((await insertUser(ctx.db, { name: `Person ${i % 2 ? 'odd' : 'even'}` })).id);
    for (const [search, count] of [
      ['', 66],
      ['person', 65],
      ['odd', 32],
      ['od', 32],
    ] as const) {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => listPeople(me, { search, page, pageSize: 30 })));
      const ids = pages.flatMap(({ users }) => users.map(({ id }) => id));
      expect([search, new Set(pages.map(({ total }) => total)), ids.length]).toEqual([search, new Set([count]), count]);
      expect(new Set(ids).size).toBe(count);
      // The oldest account first.
      expect(ids.filter((id) => id !== 'zz')).toEqual(made.filter((id) => ids.includes(id)));
      if (search === '') expect((await everybody(me)).map(({ id }) => id)).toEqual(ids);
    }
  });

  test('[9.17] the tag of the list changes with everything that the list shows, and with nothing else', async () => {
    const ctx = createTestCtx({ db: await open() });
    const me = await administrator(ctx);
    const { users } = ctx.db.tables;
    let tag = await peopleTag(me);
    const { id } = await insertUser(ctx.db);
    const set = (values: object) => ctx.db.write((orm) => orm.update(users).set(values).where(eq(users.id, id)));
    const at = ctx.now();
    for (const change of [
      () => set({ name: 'B' }),
      () => set({ email: 'b@people.example' }),
      () => set({ accessLevel: 'supernoek' }),
      () => set({ premiumUntil: at }),
      () => set({ specialFeatures: ['a'] }),
      () => set({ allowModelTraining: false }),
      () => set({ memoryEnabled: false }),
      () => set({ emailVerifiedAt: null }),
      () => set({ suspendedAt: at }),
      () => ctx.db.write((orm) => orm.delete(users).where(eq(users.id, id))),
    ]) {
      const before = await peopleTag(me);
      await change();
      expect((await peopleTag(me)).tag).not.toBe(before.tag);
    }
    tag = await peopleTag(me);
    const [mine] = await ctx.db.orm.select().from(users);
    await ctx.db.write((orm) => orm.update(users).set({ ...mine, signedInAt: at, updatedAt: at, passwordHash: 'x' }));
    expect(await peopleTag(me)).toEqual(tag);
  });

  test('the whole list is read in parts, and a part only when the reader asks for it', async () => {
    const ctx = createTestCtx({ db: await open() });
    const me = await administrator(ctx);
    const at = ctx.now();
    const row = (i: number) => ({ id: `p${i}`, name: 'P', email: `p${i}@people.example`, specialFeatures: [] });
    for (let i = 0; i < 1200; i += 200)
      await ctx.db.write((orm) =>
        orm
          .insert(ctx.db.tables.users)
          .values(Array.from({ length: 200 }, (_, k) => ({ ...row(i + k), createdAt: at, updatedAt: at }))),
      );
    expect(new Set((await everybody(me)).map(({ id }) => id)).size).toBe(1201);
    let reads = 0;
    const select = (columns: never) => {
      reads++;
      return ctx.db.orm.select(columns);
    };
    const db = { ...ctx.db, orm: { ...ctx.db.orm, select: select as never } };
    const reader = streamPeople({ ...me, db }).getReader();
    await reader.read();
    await reader.cancel();
    expect(reads).toBeLessThanOrEqual(2);
  });
});

test('only administrators list people', async () => {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  const ctx = createTestCtx({ db });
  const basic = await signedInAs(ctx, (await insertPerson(ctx)).id);
  for (const [who, code] of [
    [ctx, 'UNAUTHORIZED'],
    [basic, 'FORBIDDEN'],
  ] as const) {
    await expect(listPeople(who, { search: '', ...first })).rejects.toMatchObject({ code });
    await expect(peopleTag(who)).rejects.toMatchObject({ code });
    expect(() => streamPeople(who)).toThrow(expect.objectContaining({ code }));
  }
});

test('on SQLite, pages and searches use the index and its order, and sort nothing', async () => {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  const ctx = createTestCtx({ db });
  const me = await administrator(ctx);
  const plansOf = (search: string) => queryPlans(db, () => listPeople(me, { search, page: 2, pageSize: 1 }));
  for (let i = 0; i < 3; i++) await insertUser(db, { name: 'Mira' });
  const searched = await plansOf('mira');
  expect(searched).toContainEqual(expect.stringMatching(/^SCAN search_people_index VIRTUAL TABLE INDEX \d+:M\d+$/));
  expect(searched).toContainEqual(expect.stringMatching(/^SEARCH p USING INTEGER PRIMARY KEY/));
  const short = await plansOf('mi');
  expect(short).toContainEqual(expect.stringMatching(/^SCAN search_people_runs VIRTUAL TABLE INDEX \d+:M\d+$/));
  for (const plans of [searched, short, await plansOf('')]) {
    expect(plans.join('\n')).not.toMatch(/SCAN users|CO-ROUTINE p(?:(?!\nSCAN p\b)[\s\S])*USE TEMP B-TREE/);
    expect(plans).toContainEqual(expect.stringMatching(/^SEARCH users USING INDEX/));
  }
});

test('on PostgreSQL, a search uses the index of its characters', {
  skip: process.env.NOEK_TEST_ENGINES === 'sqlite',
}, async () => {
  const db = await openTestDatabase('postgres');
  onTestFinished(() => db.close());
  const at = new Date();
  const rows = Array.from({ length: 2000 }, (_, i) => ({
    ...{ id: `p${i}`, name: `Person ${i}`, email: `p${i}@people.example`, specialFeatures: [] },
    ...{ createdAt: at, updatedAt: at },
  }));
  await db.write((orm) => orm.insert(db.tables.users).values(rows));
  const client = db.orm as unknown as { execute(query: unknown): Promise<{ rows: Record<string, string>[] }> };
  await client.execute(sql`analyze`);
  for (const search of ['n 1234', 'zq']) {
    const size = sql`least(3, char_length(${search}))`;
    const plan = await client.execute(
      sql`explain select count(*) from search_people p where p.grams @> search_people_grams(${search}, ${size}, ${size})`,
    );
    expect(JSON.stringify(plan.rows)).toContain('Bitmap Index Scan on search_people_grams');
  }
});
