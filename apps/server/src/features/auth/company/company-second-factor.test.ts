import { describeOnEngines } from '@noek/db/testing/engines';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { ada, authHost, userOf, withCompany } from '../../../testing/company-browser.ts';
import { signedInAs } from '../../../testing/sign-in.ts';
import { confirmAuthenticator, startAuthenticator } from '../second-factor/authenticator.ts';
import { purgeCompanyLogins } from './company-logins.ts';

const company = withCompany();

describeOnEngines('sign-in with a company to an account with an authenticator app', (open) => {
  async function opened() {
    const db = await open();
    const { caller, ctx } = company.appOn(db);
    const first = caller(authHost);
    await company.signIn(first);
    const me = await signedInAs(ctx, String((await userOf(first)).id));
    const { secret } = await startAuthenticator(me);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ctx.now().getTime() });
    const { recoveryCodes } = await confirmAuthenticator(me, { code });
    await db.write((orm) => orm.delete(db.tables.sessions));
    await purgeCompanyLogins({ db });
    const browser = caller(authHost);
    const target = await company.signIn(browser);
    const challenge = target.hash.replace('#challenge=', '');
    const finish = () =>
      browser.json('/api/auth/second-factor', {
        method: 'POST',
        body: { challenge, recoveryCode: recoveryCodes[0] },
      });
    const logout = async () => {
      const now = Math.floor(ctx.now().getTime() / 1000);
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const claims = { iss: company.issuer.env.GOOGLE_OIDC_ISSUER ?? '', aud: 'noek', iat: now, jti: 'x', events };
      const token = await company.issuer.sign({ ...claims, sub: ada.sub });
      return caller(authHost).call('/api/auth/oidc/acme/backchannel-logout', {
        method: 'POST',
        text: `logout_token=${token}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
    };
    return { db, browser, target, finish, logout };
  }

  test('needs a code, too; the company can end the login afterwards', async () => {
    const { db, browser, target, finish, logout } = await opened();
    expect(target.pathname).toBe('/login');
    expect(browser.cookies.has('noek_session')).toBe(false);
    await purgeCompanyLogins({ db });
    expect((await finish()).status).toBe(200);
    expect(await db.orm.select().from(db.tables.sessions)).toMatchObject([{ method: 'company' }]);
    await purgeCompanyLogins({ db });
    expect((await logout()).status).toBe(200);
    expect((await browser.call('/api/auth/user')).status).toBe(401);
  });

  test('a login that the company ends before the code is entered does not begin', async () => {
    const { db, finish, logout } = await opened();
    expect((await logout()).status).toBe(200);
    expect(await finish()).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    expect(await db.orm.select().from(db.tables.sessions)).toEqual([]);
  });
});
