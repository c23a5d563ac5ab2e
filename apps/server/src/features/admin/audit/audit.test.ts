import { randomUUID } from 'node:crypto';
import { describeOnEngines, openTestDatabase } from '@noek/db/testing/engines';
import { expect, onTestFinished, test } from 'vitest';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { queryPlans } from '../../../testing/query-plans.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { changeUser } from '../people/change-user.ts';
import { suspendUser } from '../people/suspend-user.ts';
import { auditCsv } from './audit-csv.ts';
import { listAudit } from './list-audit.ts';

const DAY = 24 * 60 * 60_000;

async function opened(ctx: TestCtx) {
  const boss = await insertPerson(ctx, { name: 'Ida Admin', email: 'ida@people.example', accessLevel: 'admin' });
  const person = await insertPerson(ctx, { name: '=cmd|"x"!A1', email: 'mira@people.example' });
  return { boss, person, me: await signedInAs(ctx, boss.id), her: await signedInAs(ctx, person.id) };
}

async function entries(ctx: TestCtx, count: number, values: object = {}): Promise<void> {
  const { auditLog } = ctx.db.tables;
  const row = {
    action: 'user.updated',
    actorId: null,
    targetUserId: null,
    detail: {},
    createdAt: ctx.now(),
    ...values,
  };
  await ctx.db.write((orm) =>
    orm.insert(auditLog).values(Array.from({ length: count }, () => ({ ...row, id: randomUUID() }))),
  );
}

describeOnEngines('listAudit', (open) => {
  test('says who changed whom, from what to what, when and why, the latest first', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me, boss, person } = await opened(ctx);
    await changeUser(me, { id: person.id, accessLevel: 'supernoek', reason: 'A gift' });
    ctx.clock.advance(1000);
    await entries(ctx, 1, {
      ...{ action: 'user.level-changed', targetUserId: person.id, createdAt: ctx.now() },
      detail: { from: 'supernoek', to: 'basic', by: 'end of the period' },
    });
    const about = { id: person.id, name: person.name, email: person.email };
    expect((await listAudit(me, { limit: 50 })).entries).toEqual([
      {
        ...{ id: expect.any(String), at: ctx.now().toISOString(), action: 'user.level-changed' },
        ...{ administrator: null, person: about, reason: null, note: 'end of the period' },
        changes: [{ field: 'accessLevel', before: 'supernoek', after: 'basic' }],
      },
      {
        ...{ id: expect.any(String), at: new Date(ctx.now().getTime() - 1000).toISOString(), action: 'user.updated' },
        administrator: { id: boss.id, name: 'Ida Admin', email: 'ida@people.example' },
        ...{ person: about, reason: 'A gift', note: null },
        changes: [{ field: 'accessLevel', before: 'basic', after: 'supernoek' }],
      },
    ]);
  });

  test('filters by action, administrator, person and days, alone and together', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me, person, boss } = await opened(ctx);
    await entries(ctx, 2, { createdAt: new Date(ctx.now().getTime() - DAY) });
    await entries(ctx, 1, { targetUserId: boss.id, action: 'user.made-admin' });
    await suspendUser(me, { id: person.id, reason: 'Spam' });
    const count = async (filter: object) => (await listAudit(me, { limit: 50, ...filter })).entries.length;
    const today = ctx.now().toISOString().slice(0, 10);
    const yesterday = new Date(ctx.now().getTime() - DAY).toISOString().slice(0, 10);
    expect(await count({})).toBe(4);
    expect(await count({ action: 'user.suspended' })).toBe(1);
    expect(await count({ administrator: boss.email })).toBe(1);
    expect(await count({ person: boss.email })).toBe(1);
    expect(
      await count({ person: person.email, administrator: boss.email, action: 'user.suspended', from: today }),
    ).toBe(1);
    expect(await count({ person: person.email, to: yesterday })).toBe(0);
    expect([await count({ from: today }), await count({ to: yesterday }), await count({ from: yesterday })]).toEqual([
      2, 2, 4,
    ]);
    expect(await count({ person: 'nobody@people.example' })).toBe(0);
  });

  test('pages neither repeat nor leave out entries of the same moment', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me } = await opened(ctx);
    await entries(ctx, 7);
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listAudit(me, { limit: 3, cursor });
      read.push(...page.entries.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor && read.length < 20);
    expect([read.length, new Set(read).size]).toEqual([7, 7]);
    await expect(listAudit(me, { limit: 3, cursor: 'x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('only administrators read it', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { her } = await opened(ctx);
    for (const [who, code] of [
      [ctx, 'UNAUTHORIZED'],
      [her, 'FORBIDDEN'],
    ] as const) {
      await expect(listAudit(who, { limit: 3 })).rejects.toMatchObject({ code });
      await expect(auditCsv(who, {})).rejects.toMatchObject({ code });
    }
  });

  test('the CSV file has every entry that fits, in parts, and no cell is a formula', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me, person } = await opened(ctx);
    for (let i = 0; i < 6; i++) await entries(ctx, 200);
    ctx.clock.advance(1000);
    await changeUser(me, { id: person.id, name: '+1', reason: '@SUM(1,2)\n"quoted"' });
    const text = await new Response(await auditCsv(me, {})).text();
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(1203);
    expect(lines.slice(0, 2)).toEqual([
      '"Time","Action","Administrator","Person","Reason","Before","After","Note"',
      `"${ctx.now().toISOString()}","user.updated","Ida Admin <ida@people.example>","'+1 <mira@people.example>","'@SUM(1,2)\n""quoted""","name: =cmd|""x""!A1","name: +1",""`,
    ]);
    expect(
      (await new Response(await auditCsv(me, { person: 'nobody@people.example' })).text()).split('\r\n'),
    ).toHaveLength(2);
  });
});

test('every filter is read through an index', async () => {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  const ctx = createTestCtx({ db });
  const { me } = await opened(ctx);
  const email = 'ida@people.example';
  for (const [filter, index] of [
    [{}, 'audit_log_created'],
    [{ action: 'user.updated' }, 'audit_log_action'],
    [{ administrator: email }, 'audit_log_actor'],
    [{ person: email }, 'audit_log_target'],
  ] as const) {
    const plans = await queryPlans(db, () => listAudit(me, { limit: 3, cursor: '1700000000000.a', ...filter }));
    expect(plans).toContainEqual(expect.stringMatching(new RegExp(`^SEARCH audit_log USING INDEX ${index} `)));
    expect(plans.join()).not.toMatch(/SCAN audit_log/);
  }
});
