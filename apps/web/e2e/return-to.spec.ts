import { expect, type Page } from '@playwright/test';
import { makeAccount, newAccount } from './support/accounts.ts';
import {
  auth,
  continueSignedIn,
  expectSignedIn,
  followLink,
  signInByHand,
  submitSignIn,
  submitSignUp,
} from './support/auth.ts';
import { chat } from './support/chat.ts';
import { test } from './support/test.ts';

/** The URLs and referrers of all requests of a page. */
function noteRequests(page: Page): { url: string; referer: string | undefined }[] {
  const noted: { url: string; referer: string | undefined }[] = [];
  page.on('request', async (request) => {
    const one: (typeof noted)[number] = { url: request.url(), referer: undefined };
    noted.push(one);
    one.referer = (await request.allHeaders().catch(() => ({}) as Record<string, string>)).referer;
  });
  return noted;
}

test('[2.22] [4.24] parameters are removed from the address before anything is requested', async ({ page, server }) => {
  const noted = noteRequests(page);
  const mira = await signInByHand(page, server, { returnTo: `${server.origins.chat}/?q=1#end` });
  await expectSignedIn(page, mira);
  await expect(page).toHaveURL(`${server.origins.chat}/?q=1#end`);
  const withToken = noted.filter(({ url }) => url.includes('auth_token='));
  expect(withToken).toHaveLength(1);
  const calls = noted.map(({ url }) => url).filter((url) => url.startsWith(`${server.origins.chat}/api/`));
  expect(calls[0]).toContain('crossDomainLogin');
  expect(noted.filter(({ referer }) => referer?.includes('?'))).toEqual([]);
});

test('[4.22] [4.28] a token is used once: reloading and going back and forth do not end the session', async ({
  page,
  server,
}) => {
  let used = 0;
  page.on('request', (request) => {
    if (request.url().includes('crossDomainLogin')) used += 1;
  });
  const mira = await signInByHand(page, server);
  await expectSignedIn(page, mira);
  await page.reload();
  await page.goto('about:blank');
  await page.goBack();
  await expectSignedIn(page, mira);
  await page.reload();
  await expectSignedIn(page, mira);
  expect(used).toBe(1);
});

test('[4.35] a signed-in person is redirected, unless the address forbids it', async ({ page, server }) => {
  const { auth: authOrigin, chat: chatOrigin, company } = server.origins;
  await signInByHand(page, server);
  await page.goto(`${authOrigin}/login`);
  await expect(page).toHaveURL(`${chatOrigin}/`);
  await page.goto(`${authOrigin}/signup?return_to=${encodeURIComponent(company)}`);
  await expect(page).toHaveURL(`${company}/`);

  await page.clock.install();
  for (const query of ['auth_token=unknown&auth_action=login', 'auth_action=login_required', 'force_login=true']) {
    await page.goto(`${authOrigin}/login?${query}&return_to=${encodeURIComponent(company)}`);
    await expect(auth.submit(page)).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(page).toHaveURL(`${authOrigin}/login`);
    await expect(auth.submit(page)).toBeVisible();
  }
});

test('[2.26] [2.27] reloading the sign-in page keeps return_to and force_login', async ({ page, server }) => {
  const { auth: authOrigin, company } = server.origins;
  const mira = await signInByHand(page, server);
  await page.goto(`${authOrigin}/login?force_login=true&return_to=${encodeURIComponent(company)}`);
  await expect(page).toHaveURL(`${authOrigin}/login`);
  await page.reload();
  await submitSignIn(page, mira);
  await expect(page).toHaveURL(`${company}/`);
});

test('[2.19] [2.20] guests are redirected from the chat host to the auth host, and come back', async ({
  page,
  server,
}) => {
  const { auth: authOrigin, chat: chatOrigin } = server.origins;
  const mira = await makeAccount(server);
  for (const path of ['/verify-email?token=unknown', '/reset-password?token=unknown']) {
    const response = await page.goto(`${chatOrigin}${path}`);
    expect(response?.status()).toBe(200);
    await expect(page).toHaveURL(`${authOrigin}${path}`);
  }
  const sent = page.waitForRequest(
    (request) => request.url().startsWith(`${authOrigin}/`) && request.isNavigationRequest(),
  );
  await page.goto(`${chatOrigin}/subscribe?plan=supernoek`);
  expect(new URL((await sent).url()).searchParams.get('auth_action')).toBe('login_required');
  await expect(page.getByRole('alert')).toHaveText('Please sign in to continue.');
  await submitSignIn(page, mira);
  await expect(page).toHaveURL(`${chatOrigin}/subscribe?plan=supernoek`);
});

test('[2.19] a guest who starts at /subscribe and signs up comes back to it', async ({ page, server }) => {
  const person = newAccount();
  await page.goto(`${server.origins.chat}/subscribe`);
  await expect(page.getByRole('alert')).toHaveText('Please sign in to continue.');
  await submitSignUp(page, person);
  await page.goto(`${server.origins.auth}/dev/inbox`);
  await followLink(page, person);
  await continueSignedIn(page);
  await expect(page).toHaveURL(`${server.origins.chat}/subscribe`);
  await expect(page.getByRole('main').getByRole('button', { name: /Upgrade/ })).toBeVisible();
});

test('[9.34] whatever return_to says, there is no redirect to other hosts', async ({ page, server }) => {
  test.slow();
  const { auth: authOrigin, chat: chatOrigin, company } = server.origins;
  await signInByHand(page, server);
  const host = new URL(chatOrigin).host;
  const attacks = [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example/',
    `http://${host}@evil.example/`,
    `http://evil.example\\@${host}/`,
    `http://evil.example%2F@${host}/`,
    `http://user:secret@${host}/`,
    `http://${host}.evil.example/`,
    `http://evil.${host}/`,
    `http://localhost.evil.example/`,
    'http://localhost@evil.example/',
    '\thttps://evil.example/',
    'ht\ttps://evil.example/',
    'https%3A%2F%2Fevil.example%2F',
    `${chatOrigin}\r\nLocation: https://evil.example/`,
    'javascript:document.title="evil"',
    'data:text/html,evil',
    authOrigin,
  ];
  for (const attack of attacks) {
    // The next address is opened as soon as this one has redirected, without waiting for the whole chat.
    await page.goto(`${authOrigin}/login?return_to=${encodeURIComponent(attack)}`, { waitUntil: 'commit' });
    await expect(page, attack).toHaveURL((url) => url.origin === chatOrigin);
  }
  await page.goto(`${authOrigin}/login?return_to=${encodeURIComponent(company)}&return_to=https://evil.example/`);
  await expect(page).toHaveURL((url) => url.origin === chatOrigin);
  await expect(chat.sidebar(page)).toBeVisible();
});
