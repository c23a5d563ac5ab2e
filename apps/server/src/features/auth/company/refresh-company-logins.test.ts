import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { ada, userOf, withCompany } from '../../../testing/company-browser.ts';
import { refreshCompanyLogins } from './refresh-company-logins.ts';

const company = withCompany();
const minute = 60_000;

describeOnEngines('asking the company about people who are signed in', (open) => {
  async function opened(groups: string[]) {
    const db = await open();
    const { caller, ctx } = company.appOn(db, { adminGroups: ['owners'] });
    await insertUser(db, { accessLevel: 'admin' });
    company.issuer.person = { ...ada, groups };
    const { auth, chat } = await company.signInTwice(caller);
    /** Uses the session after some time, and lets the product ask. */
    const later = async (minutes: number) => {
      ctx.clock.advance(minutes * minute);
      await chat.call('/api/auth/user');
      await refreshCompanyLogins(ctx);
      return chat.call('/api/auth/user');
    };
    const levelLater = async (minutes: number) =>
      ((await (await later(minutes)).json()) as { accessLevel: string }).accessLevel;
    const login = async () => (await db.orm.select().from(db.tables.companyLogins))[0];
    return { db, ctx, caller, auth, chat, later, levelLater, login };
  }

  test('who lost the group loses the level after 15 minutes of use, and gets it back in the same way', async () => {
    const { levelLater, chat } = await opened(['owners']);
    expect((await userOf(chat)).accessLevel).toBe('admin');
    company.issuer.person = { ...ada, groups: [] };
    expect(await levelLater(14)).toBe('admin');
    expect(await levelLater(6)).toBe('basic');
    company.issuer.person = { ...ada, groups: ['owners'] };
    expect(await levelLater(14)).toBe('basic');
    expect(await levelLater(6)).toBe('admin');
  });

  test('the refresh token is stored encrypted, and replaced by each new one', async () => {
    const { later, login } = await opened([]);
    const first = (await login())?.refreshToken;
    expect(first).toMatch(/^sealed:/);
    await later(20);
    const second = (await login())?.refreshToken;
    expect(second).toMatch(/^sealed:/);
    expect(second).not.toBe(first);
    expect((await later(20)).status).toBe(200);
  });

  test('a login that the provider refuses ends on all hosts', async () => {
    const { db, later, auth } = await opened([]);
    company.issuer.refusesRefresh = true;
    expect((await later(10)).status).toBe(200);
    expect((await later(10)).status).toBe(401);
    expect((await auth.call('/api/auth/user')).status).toBe(401);
    expect(await db.orm.select().from(db.tables.companyLogins)).toEqual([]);
  });

  test('a provider that is down changes nothing, and is asked again when the next time is due', async () => {
    const { levelLater } = await opened(['owners']);
    company.issuer.person = { ...ada, groups: [] };
    company.issuer.broken = true;
    expect(await levelLater(20)).toBe('admin');
    company.issuer.broken = false;
    expect(await levelLater(20)).toBe('basic');
  });

  test('the provider is not asked about a login that is not used', async () => {
    const { ctx, chat, login } = await opened([]);
    ctx.clock.advance(10 * minute);
    await chat.call('/api/auth/user');
    await refreshCompanyLogins(ctx);
    const before = (await login())?.checkedAt;
    ctx.clock.advance(6 * minute);
    await refreshCompanyLogins(ctx);
    const asked = (await login())?.checkedAt;
    expect(asked).not.toEqual(before);
    ctx.clock.advance(60 * minute);
    await refreshCompanyLogins(ctx);
    expect((await login())?.checkedAt).toEqual(asked);
  });

  test('several processes ask once', async () => {
    const { ctx, chat } = await opened([]);
    ctx.clock.advance(20 * minute);
    await chat.call('/api/auth/user');
    // A second use of a refresh token that was replaced would be refused, and end the login.
    await Promise.all(Array.from({ length: 10 }, () => refreshCompanyLogins(ctx)));
    expect((await chat.call('/api/auth/user')).status).toBe(200);
  });

  test('an answer about another person changes nothing', async () => {
    const { levelLater } = await opened([]);
    company.issuer.changeClaims = (claims) => ({ ...claims, sub: 'bob', groups: ['owners'] });
    expect(await levelLater(20)).toBe('basic');
  });

  test('a provider that was taken out of the settings: its logins end when they are used', async () => {
    const { db, ctx, chat } = await opened([]);
    ctx.clock.advance(20 * minute);
    await chat.call('/api/auth/user');
    await refreshCompanyLogins({ ...ctx, companies: new Map() });
    expect((await chat.call('/api/auth/user')).status).toBe(401);
    expect(await db.orm.select().from(db.tables.companyLogins)).toEqual([]);
  });
});
