import { expect, type Page } from '@playwright/test';
import { linkMailedTo, makeAccount, signIn, startWithAdministrator } from './support/accounts.ts';
import { openChatSignedIn } from './support/chat.ts';
import { findings, screenSizes } from './support/findings.ts';
import { test } from './support/test.ts';

// Without animations: axe would see colours in the middle of a fade. A test cannot intercept what a service worker answers.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The phone comes first, because the size of the last screen stays. */
const sizes = screenSizes.toReversed();
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('a suspended subscriber cancels and downloads the data without signing in', async ({
  page,
  context,
  anotherBrowser,
  startServer,
}) => {
  const { server, boss } = await startWithAdministrator(startServer);
  const mira = await makeAccount(server);
  const hers = await anotherBrowser();
  await signIn(hers, server, mira);
  const call = async (path: string, data?: object) =>
    (await hers.request.post(`${server.url}/api/subscription/${path}`, { ...(data && { data }) })).json();
  const { clientSecret } = await call('create');
  await call('sandbox/confirm', { clientSecret, cardNumber: '4242424242424242', expiry: '12/40', cvc: '123' });

  await signIn(context, server, boss);
  await openChatSignedIn(page, server);
  await page.getByRole('link', { name: 'Admin' }).click();
  await row(page, mira.email).getByRole('button', { name: 'More actions for Mira Novak' }).click();
  await page.getByRole('menuitem', { name: 'Suspend account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/They pay \$30 per month for SuperNoek, with Visa ending in 4242/)).toBeVisible();
  await dialog.getByLabel('Reason').fill('A report of abuse');
  await dialog.getByRole('button', { name: 'Suspend account' }).click();
  await expect(dialog.getByText('Choose what happens to the subscription.')).toBeVisible();
  expect(await findings(page, 'suspend a payer', sizes)).toEqual([]);
  await dialog.getByLabel('Keep it').check();
  await dialog.getByRole('button', { name: 'Suspend account' }).click();
  await expect(page.getByText('One person pays for SuperNoek without having it')).toBeVisible();
  expect(await findings(page, 'payers without the plan', sizes)).toEqual([]);

  let url = '';
  await expect(async () => {
    url = await linkMailedTo(server, mira.email);
    expect(url).toContain('/suspended?token=');
  }).toPass();
  const link = await hers.newPage();
  await link.goto(url);
  await expect(link.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
  expect(await findings(link, 'suspended account', sizes)).toEqual([]);
  await link.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(link.getByText('Nothing more is charged.')).toBeVisible();
  await link.getByRole('button', { name: 'Export my data' }).click();
  const download = link.waitForEvent('download');
  await link.getByRole('link', { name: 'Download archive' }).click();
  expect((await download).suggestedFilename()).toMatch(/^noek-export-.+\.zip$/);
  await page.reload();
  await expect(row(page, mira.email).getByText('Suspended')).toBeVisible();
  await expect(page.getByText(/pays for SuperNoek without having it/)).toHaveCount(0);
});
