import { expect } from '@playwright/test';
import { auth, expectSignedIn } from './support/auth.ts';
import { chat, openChat } from './support/chat.ts';
import { testWithIssuer } from './support/issuer.ts';

const ada = { sub: 'ada', email: 'ada@acme.example', email_verified: true, name: 'Ada Lovelace' };

const withCompany = testWithIssuer((issuer) => issuer.companyEnv({ domains: ['acme.example'] }));

withCompany(
  'the button of a company signs in on the chat host; its provider can end that',
  async ({ page, withIssuer: { issuer, server } }) => {
    issuer.person = ada;
    await openChat(page, server);
    await auth.signInLink(page).click();
    await expect(auth.submit(page)).toBeVisible();
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await expect(page).toHaveURL(new RegExp(`^${server.url}/`));
    await expectSignedIn(page, { ...ada, password: '' });

    await page.goto(`${server.url}/account/security`);
    await expect(page.getByText('You can sign in with your account there.')).toBeVisible();

    await page.goto(server.url);
    await expect(chat.welcome(page)).toBeVisible();
    const now = Math.floor(Date.now() / 1000);
    const token = await issuer.sign({
      iss: issuer.env.GOOGLE_OIDC_ISSUER ?? '',
      aud: 'noek',
      iat: now,
      jti: 'once',
      sub: ada.sub,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    const ended = await fetch(`${server.address}/api/auth/oidc/acme/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    });
    expect(ended.status).toBe(200);
    await expect(auth.signInLink(page)).toBeVisible();
  },
);

withCompany(
  'an address of another domain is led back to the sign-in page, which says why',
  async ({ page, withIssuer: { issuer, server } }) => {
    issuer.person = { ...ada, email: 'ada@elsewhere.example' };
    await page.goto(`${server.origins.auth}/login`);
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      "Accounts with this email address can't sign in here. Use the account of your company.",
    );
  },
);

const onlyCompany = testWithIssuer((issuer) => ({ ...issuer.companyEnv(), ONLY_OIDC: 'true' }));

onlyCompany(
  'where only the company may sign people in, a password is refused with a sentence',
  async ({ page, withIssuer: { server } }) => {
    await page.goto(`${server.origins.auth}/signup`);
    await expect(page.getByRole('link', { name: 'Continue with Acme' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveCount(0);
    await page.getByRole('button', { name: 'Sign in with a password' }).click();
    await page.getByLabel('Email').fill('mira@acme.example');
    await page.getByLabel('Password', { exact: true }).fill('lantern-42-quay');
    await auth.submit(page).click();
    await expect(page.getByRole('alert')).toHaveText(
      "Please sign in with your company's account. Only the last administrator can sign in without it.",
    );
  },
);
