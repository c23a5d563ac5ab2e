import { adminOperations } from '@noek/contract/admin/operations';
import type { AdminUser } from '@noek/contract/admin/schemas';
import { keyOf } from '@noek/contract/calls/operation';
import { operations, procedures } from '@noek/contract/operations';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { describe, expect, test } from 'vitest';
import { auditEntries } from '../../testing/audit-entries.ts';
import type { TestCaller } from '../../testing/create-test-app.ts';
import { everyOperation } from '../../testing/documented-calls/calls.ts';
import { type Fixture, make, openFixture } from '../../testing/documented-calls/documented-call.ts';
import { passwordLogin } from '../../testing/login-facts.ts';
import { createToken } from '../auth/tokens/create-token.ts';

/** Every door that only administrators may open. A new one belongs here: the tests below fail without it. */
const doors = {
  rest: [
    'GET /api/admin/users',
    'GET /api/admin/users/{id}/messages',
    'GET /api/admin/reports/{id}/files/{fileId}/content',
    'GET /api/admin/users/{id}/files/{fileId}/content',
    'GET /api/admin/reports/{id}/documents/{documentId}/versions/{n}',
    'GET /api/admin/users/{id}/documents/{documentId}/versions/{n}',
    'GET /api/admin/users/{id}/files/{fileId}/preview',
    'PATCH /api/admin/users/{id}',
    'GET /api/admin/users/{id}/payment',
    'GET /api/admin/payers-without-plan',
    'POST /api/admin/users/{id}/suspend',
    'POST /api/admin/users/{id}/lift-suspension',
    'POST /api/admin/users/{id}/end-sessions',
    'GET /api/admin/second-factors',
    'GET /api/admin/failed-sign-ins',
    'POST /api/admin/users/{id}/reset-second-factor',
    'GET /api/admin/audit',
    'GET /api/admin/audit.csv',
    'GET /api/admin/figures',
    'GET /api/admin/providers',
    'POST /api/admin/providers/{id}/try',
    'POST /api/admin/send-email',
    'GET /api/admin/reports',
    'GET /api/admin/reports/{id}',
    'POST /api/admin/reports/{id}/close',
    'POST /api/admin/reports/{id}/reopen',
    'POST /api/admin/reports/{id}/take-down',
    'POST /api/admin/reports/{id}/allow-sharing',
    'GET /api/admin/google-docs/status',
    'GET /api/admin/google-docs/test',
    'GET /api/admin/google-docs/preview',
  ],
  typed: [
    'admin.users',
    'admin.signUps',
    'admin.changeUser',
    'admin.readUserMessages',
    'admin.userPayment',
    'admin.payersWithoutPlan',
    'admin.suspendUser',
    'admin.liftSuspension',
    'admin.endUserSessions',
    'admin.factors',
    'admin.failedSignIns',
    'admin.resetSecondFactor',
    'admin.audit',
    'admin.figures',
    'admin.providers',
    'admin.tryProvider',
    'admin.userDocument',
    'campaigns.countRecipients',
    'campaigns.preview',
    'campaigns.sendTest',
    'campaigns.start',
    'campaigns.list',
    'campaigns.progress',
    'campaigns.results',
    'campaigns.pause',
    'campaigns.resume',
    'campaigns.cancel',
    'moderation.reports',
    'moderation.open',
    'moderation.close',
    'moderation.reopen',
    'moderation.takeDown',
    'moderation.allowSharing',
    'moderation.documentContent',
    'knowledge.status',
    'knowledge.test',
    'knowledge.preview',
    'knowledge.decideEmptied',
  ],
} as const;

/** Whether a typed procedure is one for administrators. */
const isDoor = ({ path }: { path: string }): boolean => /^(?:admin|campaigns|moderation|knowledge)\./.test(path);

/** People who are not administrators, and what they are told. */
async function others(
  fixture: Fixture,
): Promise<{ name: string; caller: TestCaller; status: number; headers?: Record<string, string> }[]> {
  const { db, ctx, signedIn } = fixture;
  const level = async (given: object) => signedIn((await insertUser(db, given)).id);
  const { id } = await fixture.administrator();
  const [session] = await db.orm.select().from(db.tables.sessions);
  const as = ctx.as({ kind: 'admin', user: { id } as never, sessionId: session?.id ?? '', login: passwordLogin });
  const { token } = await createToken(as, { name: 'All', scopes: ['all'], expiresAt: null });
  return [
    { name: 'a guest', caller: fixture.guest, status: 401 },
    { name: 'basic', caller: fixture.me, status: 403 },
    { name: 'supernoek', caller: await level({ accessLevel: 'supernoek' }), status: 403 },
    {
      name: "an administrator's token",
      caller: fixture.caller(),
      status: 403,
      headers: { Authorization: `Bearer ${token}` },
    },
  ];
}

test('the table names every door: each call and procedure for administrators, and no other', () => {
  const rest = operations.filter(({ access, path }) => access === 'admin' || path.startsWith('/api/admin')).map(keyOf);
  expect(rest.toSorted()).toEqual([...doors.rest].toSorted());
  expect(
    operations
      .filter((one) => (doors.rest as readonly string[]).includes(keyOf(one)))
      .map(({ access, token }) => [access, token]),
  ).toEqual(doors.rest.map(() => ['admin', 'never']));
  const typed = procedures.filter(isDoor).map(({ path }) => path);
  expect(typed.toSorted()).toEqual([...doors.typed].toSorted());
});

describe.each(everyOperation.filter(({ operation }) => operation.access === 'admin'))(
  '$key',
  ({ operation, prepare }) => {
    test('[6.06] [6.07] refuses everyone else with 401 or 403 before it reads the input, and nothing changes', async () => {
      const fixture = await openFixture();
      const good = await prepare(fixture);
      const people = await others(fixture);
      const state = async () => {
        const { users, auditLog, sessions, outbox, reports, conversations } = fixture.db.tables;
        return JSON.stringify(
          await Promise.all(
            [users, auditLog, sessions, outbox, reports, conversations].map((table) =>
              fixture.db.orm.select().from(table),
            ),
          ),
        );
      };
      const before = await state();
      for (const { name, caller, status, headers = {} } of people)
        for (const more of operation.body ? [{}, { text: '{"' }] : [{}]) {
          const response = await make(fixture, operation, { ...good, by: caller }, { headers, ...more });
          expect([name, response.status]).toEqual([name, status]);
          expect(Object.keys((await response.json()) as object).toSorted()).toEqual(['code', 'message']);
        }
      expect(await state()).toBe(before);
    });
  },
);

describe.each(procedures.filter(isDoor))('$type $path', ({ path, type }) => {
  test('refuses everyone else with 401 or 403 before it reads the input', async () => {
    const fixture = await openFixture();
    for (const { name, caller, status, headers = {} } of await others(fixture)) {
      const call = type === 'mutation' ? { method: 'POST', text: '"no input"' } : {};
      const response = await caller.call(`/api/trpc/${path}`, { ...call, headers });
      expect([name, response.status]).toEqual([name, status]);
    }
  });
});

describeOnEngines('administrators over REST', (_, engine) => {
  const opened = async () => {
    const fixture = await openFixture({ engine });
    return { ...fixture, boss: (await fixture.administrator()).caller };
  };

  test('[7.45] [9.17] the list without parameters has everyone, and is a 304 only while nothing has changed', async () => {
    const { boss, db, user } = await opened();
    const first = await boss.call('/api/admin/users');
    const tag = first.headers.get('ETag') ?? '';
    expect([first.status, first.headers.get('X-Total-Count'), first.headers.get('Cache-Control')]).toEqual([
      200,
      '2',
      'no-store',
    ]);
    const people = (await first.json()) as AdminUser[];
    expect(people.map(({ id }) => id)).toContain(user.id);
    expect(Object.keys(people[0] ?? {}).toSorted()).toEqual(
      Object.keys(adminOperations.users.rest.answers[0].json.element.shape).toSorted(),
    );
    const headers = { 'If-None-Match': tag };
    for (const path of ['/api/admin/users', '/api/admin/users?page=1&pageSize=30', '/api/admin/users?search=ada']) {
      const again = await boss.call(path, { headers });
      expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag]);
    }
    await insertUser(db);
    const changed = await boss.call('/api/admin/users', { headers });
    expect([changed.status, changed.headers.get('X-Total-Count')]).toEqual([200, '3']);
    expect(changed.headers.get('ETag')).not.toBe(tag);
  });

  test('a page has the total of its search, and an invalid page number is refused with a sentence', async () => {
    const { boss, db } = await opened();
    for (let i = 0; i < 3; i++) await insertUser(db, { name: `Mira ${i}` });
    const page = await boss.call('/api/admin/users?search=MIRA&page=2&pageSize=2');
    expect([page.status, page.headers.get('X-Total-Count')]).toEqual([200, '3']);
    expect(((await page.json()) as AdminUser[]).map(({ name }) => name)).toEqual(['Mira 2']);
    for (const query of ['page=0', 'page=x', 'pageSize=0', 'pageSize=201', 'page=1.5', `search=${'x'.repeat(201)}`])
      expect([query, (await boss.call(`/api/admin/users?${query}`)).status]).toEqual([query, 400]);
  });

  test('[7.47] unknown fields, unknown levels, bad addresses and short passwords are a 400, and nothing changes', async () => {
    const { boss, db, user } = await opened();
    const { users } = db.tables;
    const before = (await db.orm.select().from(users)).find(({ id }) => id === user.id);
    const patch = (body: unknown) => boss.json(`/api/admin/users/${user.id}`, { method: 'PATCH', body });
    for (const body of [
      ...[{ id: 'x' }, { emailVerified: true }, { passwordHash: 'x' }, { premiumUntil: null }, { suspendedAt: null }],
      ...[
        { accessLevel: 'root' },
        { accessLevel: null },
        { email: 'nonsense' },
        { email: '' },
        { name: ' ' },
        { name: null },
      ],
      ...[{ newPassword: '12345' }, { newPassword: '' }, { newPassword: 'x'.repeat(257) }, { name: 'x'.repeat(121) }],
      ...[
        { specialFeatures: 'beta' },
        { specialFeatures: [1] },
        { reason: 'x'.repeat(501) },
        { name: 'Good', admin: true },
      ],
    ]) {
      const { status, body: refusal } = await patch(body);
      expect([body, status, refusal.message]).toEqual([body, 400, expect.stringMatching(/^\S.+/)]);
    }
    expect((await db.orm.select().from(users)).find(({ id }) => id === user.id)).toEqual(before);
    expect(await auditEntries(db)).toEqual([]);
    const { status, body } = await patch({
      name: 'Vera',
      email: ' Vera@People.example ',
      accessLevel: 'supernoek',
      specialFeatures: [],
    });
    expect([status, body]).toMatchObject([
      200,
      { name: 'Vera', email: 'vera@people.example', accessLevel: 'supernoek' },
    ]);
  });

  test('an administrator who loses the level is refused at the next request', async () => {
    const { boss, administrator, db, signedIn } = await opened();
    const second = await insertUser(db, { accessLevel: 'admin' });
    const other = await signedIn(second.id);
    const { id } = await administrator();
    expect(
      (await other.call(`/api/admin/users/${id}`, { method: 'PATCH', body: { accessLevel: 'basic' } })).status,
    ).toBe(200);
    expect((await boss.call('/api/admin/users')).status).toBe(403);
  });

  test('the audit log comes in pages, and as a file', async () => {
    const { boss, user } = await opened();
    for (const name of ['A', 'B', 'C'])
      await boss.call(`/api/admin/users/${user.id}`, { method: 'PATCH', body: { name, reason: 'Asked' } });
    const page = await boss.call('/api/admin/audit?limit=2');
    const next = /<(.+)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1] ?? '';
    expect((await page.json()) as object[]).toHaveLength(2);
    expect((await boss.json<object[]>(next)).body).toMatchObject([
      { changes: [{ field: 'name', after: 'A' }], reason: 'Asked' },
    ]);
    const file = await boss.call('/api/admin/audit.csv?action=user.updated');
    expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('Content-Disposition')).toContain('noek-audit.csv');
    expect((await file.text()).split('\r\n')).toHaveLength(5);
  });
});
