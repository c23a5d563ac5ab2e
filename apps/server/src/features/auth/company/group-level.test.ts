import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ada, authHost, email, userOf, withCompany } from '../../../testing/company-browser.ts';

const company = withCompany();
const { signIn } = company;

describeOnEngines('administrators by groups of the company', (open) => {
  async function opened(more: object = {}) {
    const db = await open();
    const { caller, ctx } = company.appOn(db, { adminGroups: ['noek-admins', 'owners'], ...more });
    const audit = () =>
      db.orm
        .select({
          action: db.tables.auditLog.action,
          actorId: db.tables.auditLog.actorId,
          detail: db.tables.auditLog.detail,
        })
        .from(db.tables.auditLog)
        .orderBy(db.tables.auditLog.id);
    /** Signs in as a member of these groups, in a new browser. Resolves to the level, as the server sees it then. */
    const levelWith = async (groups: string | string[] | undefined, person: object = {}) => {
      company.issuer.person = { ...ada, ...person, ...(groups !== undefined && { groups }) };
      const browser = caller(authHost);
      await signIn(browser);
      return (await userOf(browser)).accessLevel;
    };
    return { db, ctx, caller, audit, levelWith };
  }

  test('a member of a group becomes an administrator, and loses the level at the next sign-in without it; both are audited as of the system', async () => {
    const { db, audit, levelWith } = await opened();
    await insertUser(db, { accessLevel: 'admin' });
    expect(await levelWith(['staff', 'owners'])).toBe('admin');
    expect(await levelWith(['owners'])).toBe('admin');
    expect(await levelWith(['staff'])).toBe('basic');
    expect(await levelWith(['staff'])).toBe('basic');
    const by = { by: 'group', provider: 'acme' };
    expect(await audit()).toEqual([
      { action: 'user.made-admin', actorId: null, detail: by },
      { action: 'user.level-changed', actorId: null, detail: { from: 'admin', to: 'basic', ...by } },
    ]);
    expect(await levelWith(['noek-admins'])).toBe('admin');
  });

  test.each([
    ['no groups at all', undefined],
    ['one group as text with another name', 'noek-admins-emea'],
    ['a group in capital letters', ['NOEK-ADMINS']],
    ['groups that are no list of text', [['noek-admins']] as never],
  ])('%s: no person becomes an administrator', async (_, groups) => {
    const { levelWith, audit } = await opened();
    expect(await levelWith(groups)).toBe('basic');
    expect(await audit()).toEqual([]);
  });

  test('one group as text counts, and so does another claim that is named', async () => {
    const { levelWith } = await opened();
    expect(await levelWith('owners')).toBe('admin');
    const other = await opened({ groupsClaim: 'roles' });
    company.issuer.changeClaims = (claims) => ({ ...claims, roles: ['owners'] });
    expect(await other.levelWith(['staff'])).toBe('admin');
  });

  test('without adminGroups in the settings, groups count for nothing, and take the level that they gave', async () => {
    const { db, levelWith } = await opened();
    await insertUser(db, { accessLevel: 'admin' });
    expect(await levelWith(['owners'])).toBe('admin');
    const { caller } = company.appOn(db);
    const browser = caller(authHost);
    await signIn(browser);
    expect((await userOf(browser)).accessLevel).toBe('basic');
  });

  test('who became an administrator in another way stays one without the group', async () => {
    const { db, levelWith, audit } = await opened();
    await insertUser(db, { accessLevel: 'admin' });
    await insertUser(db, { email, accessLevel: 'admin', passwordHash: null });
    expect(await levelWith(['owners'])).toBe('admin');
    expect(await levelWith([])).toBe('admin');
    expect(await audit()).toEqual([]);
  });

  test('the last administrator who can sign in keeps the level, until there is another one', async () => {
    const { db, levelWith, ctx } = await opened();
    await insertUser(db, { accessLevel: 'admin', suspendedAt: ctx.now() });
    expect(await levelWith(['owners'])).toBe('admin');
    expect(await levelWith([])).toBe('admin');
    await insertUser(db, { accessLevel: 'admin' });
    expect(await levelWith([])).toBe('basic');
  });

  test('two administrators who lose their groups at once: one keeps the level', async () => {
    const { db, caller, levelWith } = await opened();
    const people = ['ada', 'bob'].map((sub) => ({ ...ada, sub, email: `${sub}@acme.example` }));
    for (const person of people) expect(await levelWith(['owners'], person)).toBe('admin');
    const ready: { browser: ReturnType<typeof caller>; path: string }[] = [];
    for (const person of people) {
      company.issuer.person = person;
      const browser = caller(authHost);
      const begun = await browser.call('/api/auth/oidc/acme');
      const returned = await company.issuer.visit(begun.headers.get('Location') ?? '');
      ready.push({ browser, path: `${returned.pathname}${returned.search}` });
    }
    await Promise.all(ready.map(({ browser, path }) => browser.call(path)));
    const { users } = db.tables;
    expect(await db.orm.select().from(users).where(eq(users.accessLevel, 'admin'))).toHaveLength(1);
  });

  test('who pays for SuperNoek has it again after the level of an administrator', async () => {
    const { db, ctx, levelWith } = await opened();
    await insertUser(db, { accessLevel: 'admin' });
    const { id: userId } = await insertUser(db, { email, accessLevel: 'supernoek', passwordHash: null });
    await db.write((orm) =>
      orm.insert(db.tables.subscriptions).values({
        id: 'sub_1',
        userId,
        customerId: 'cus_1',
        status: 'active',
        cancelAtPeriodEnd: false,
        currentPeriodEnd: new Date(ctx.now().getTime() + 86_400_000),
        createdAt: ctx.now(),
      }),
    );
    expect(await levelWith(['owners'])).toBe('admin');
    expect(await levelWith([])).toBe('supernoek');
  });

  test('a new account of the group of administrators is one from the start, with one audit entry', async () => {
    const { db, levelWith, audit } = await opened();
    expect(await levelWith(['owners'])).toBe('admin');
    expect(await audit()).toHaveLength(1);
    const { identities } = db.tables;
    const [identity] = await db.orm.select().from(identities).where(eq(identities.subject, 'ada'));
    expect(identity?.adminSince).not.toBeNull();
  });
});
