import { expect, type Page } from '@playwright/test';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { makeAccount, signIn } from './support/accounts.ts';
import { submitSignIn } from './support/auth.ts';
import { chat } from './support/chat.ts';
import { findings } from './support/findings.ts';
import { startLoopbackApp, state } from './support/loopback-app.ts';
import { ageSignIns } from './support/old-sign-in.ts';
import { test } from './support/test.ts';

/** Without animations: axe would see colours in the middle of a fade. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const section = (page: Page) => page.getByRole('region', { name: 'Connected apps' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const call = async (server: ServerProcess, token: string) => {
  const response = await fetch(`${server.address}/api/auth/user`, { headers: { Authorization: `Bearer ${token}` } });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test('an app connects, calls the API, is revoked, and is refused', async ({ page, startServer }) => {
  const server = await startServer({ WEB_FETCH_PRIVATE: 'true' });
  const app = await startLoopbackApp();
  try {
    const mira = await makeAccount(server);
    // Without a session: the person signs in first and comes back with all parameters.
    await page.goto(app.addressAt(server.origins.chat));
    await submitSignIn(page, mira);
    await expect(page.getByRole('heading', { level: 1, name: 'Allow Notes to use Noek as you?' })).toBeVisible();
    const { host } = new URL(app.clientId);
    await expect(page.getByRole('definition').first()).toHaveText(host);
    await expect(page.getByRole('definition').last()).toHaveText(`a program on this device (${host})`);
    await expect(page.getByRole('listitem').first()).toHaveText('Read your chats and memories');
    await expect(page.getByText(`You are signed in as ${mira.email}.`)).toBeVisible();
    expect(await findings(page, 'the request of an app')).toEqual([]);

    await button(page, 'Cancel').click();
    await expect(page.getByRole('heading', { name: 'Back in Notes' })).toBeVisible();
    const refused = new URL(page.url()).searchParams;
    expect(Object.fromEntries(refused)).toEqual({ error: 'access_denied', state, iss: server.origins.chat });

    await page.goto(app.addressAt(server.origins.chat));
    await expect(button(page, 'Allow')).toBeVisible();
    // A session that was left open cannot allow anything.
    await ageSignIns(server);
    await button(page, 'Allow').click();
    const proof = page.getByRole('dialog', { name: "Confirm that it's you" });
    await proof.getByLabel('Password', { exact: true }).fill(mira.password);
    await proof.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Back in Notes' })).toBeVisible();
    const allowed = new URL(page.url()).searchParams;
    expect(Object.fromEntries(allowed)).toEqual({ code: expect.any(String), state, iss: server.origins.chat });
    const { access_token } = await app.exchange(server.address, allowed.get('code') ?? '');
    expect(await call(server, access_token)).toMatchObject({ status: 200, body: { email: mira.email } });

    await page.goto(`${server.origins.chat}/account#apps`);
    const row = section(page).getByText('Notes', { exact: true }).locator('../..');
    await expect(row).toContainText(`${host} · Read, Chat`);
    await expect(row).toContainText('Last used now · No messages today');
    await expect(page.getByRole('region', { name: 'API Tokens' }).getByText('You have no tokens.')).toBeVisible();
    expect(await findings(page, 'the list of apps')).toEqual([]);
    await section(page).getByRole('button', { name: 'Revoke Notes' }).click();
    const question = page.getByRole('alertdialog', { name: 'Disconnect this app?' });
    await expect(question).toContainText('“Notes” stops working with Noek at once.');
    await question.getByRole('button', { name: 'Revoke' }).click();
    await expect(chat.toast(page, 'App disconnected')).toBeVisible();
    await expect(section(page).getByText('You have no connected apps.')).toBeVisible();
    expect((await call(server, access_token)).status).toBe(401);
  } finally {
    await app.close();
  }
});

test('a request that names another address is shown on the page and leads nowhere', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer({ WEB_FETCH_PRIVATE: 'true' });
  const app = await startLoopbackApp();
  try {
    await signIn(context, server);
    await page.goto(app.addressAt(server.url, { redirect_uri: `${app.redirectUri}/elsewhere` }));
    await expect(page.getByRole('heading', { level: 1, name: 'This app cannot be connected' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('has not published the address');
    await expect(button(page, 'Allow')).toHaveCount(0);
    expect(await findings(page, 'a wrong request of an app')).toEqual([]);
  } finally {
    await app.close();
  }
});

test('a device shows a code, and its person allows it', async ({ page, context, server }) => {
  const form = (path: string, fields: Record<string, string>) =>
    fetch(`${server.address}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'noek-command', ...fields }),
      headers: { 'User-Agent': 'noek/1.0' },
    }).then((response) => response.json() as Promise<Record<string, string>>);
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  const mira = await signIn(context, server);
  const { user_code = '', device_code = '' } = await form('/oauth/device_authorization', { scope: 'all' });
  expect(await form('/oauth/token', { grant_type, device_code })).toMatchObject({ error: 'authorization_pending' });

  await page.goto(`${server.url}/connect`);
  await page.getByLabel('Code').fill('bcdf ghjk');
  await page.getByLabel('Code').press('Enter');
  await expect(page.getByText('No device is waiting with this code.')).toBeVisible();
  expect(await findings(page, 'a wrong code of a device')).toEqual([]);

  // The link fills in the code, and asks.
  await page.goto(`${server.url}/connect?user_code=${user_code}`);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Allow Noek for the terminal to use Noek as you?' }),
  ).toBeVisible();
  await expect(page.getByText(user_code, { exact: true })).toBeVisible();
  await expect(page.getByText('127.0.0.0/24')).toBeVisible();
  expect(await findings(page, 'the request of a device')).toEqual([]);
  await button(page, 'Allow').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your device is connected' })).toBeVisible();
  const { access_token = '' } = await form('/oauth/token', { grant_type, device_code });
  expect(await call(server, access_token)).toMatchObject({ status: 200, body: { email: mira.email } });
});
