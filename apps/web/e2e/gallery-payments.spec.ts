import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { signIn, startWithAdministrator } from './support/accounts.ts';
import { chat } from './support/chat.ts';
import { picture } from './support/gallery.ts';
import { test } from './support/test.ts';

// `npm run gallery`: screenshots of every screen and state in gallery/, for review. Not part of the tests.

// A test cannot intercept requests that a service worker answers.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Subscribes with a test card over the API. */
async function subscribe(context: BrowserContext, server: ServerProcess, cardNumber: string) {
  const post = (name: string, data: object = {}) =>
    context.request.post(`${server.url}/api/subscription/${name}`, { data });
  const { clientSecret } = (await (await post('create')).json()) as { clientSecret: string };
  const paid = await post('sandbox/confirm', { clientSecret, cardNumber, expiry: '12/40', cvc: '123' });
  expect(paid.status()).toBe(200);
}

test('plans and payments', async ({ page, context, server }) => {
  await signIn(context, server);
  await page.goto(`${server.url}/subscribe`);
  await expect(page.getByText('Recommended')).toBeVisible();
  await picture(page, 'subscribe-plans');
  await page.goto(`${server.url}/success`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await picture(page, 'success-unpaid');
  await page.goto(`${server.url}/subscribe`);
  await button(page, 'Upgrade').click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await picture(page, 'subscribe-form');
  await button(page, 'Subscribe to SuperNoek - $30/month').click();
  await expect(page.getByLabel('CVC')).toHaveAttribute('aria-invalid', 'true');
  await picture(page, 'subscribe-form-refused');
  await page.getByLabel('Card number').fill('4000 0025 0000 3155');
  await page.getByLabel('Expiry').fill('12/40');
  await page.getByLabel('CVC').fill('123');
  await button(page, 'Subscribe to SuperNoek - $30/month').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await picture(page, 'subscribe-authentication');
  await button(page, 'Complete authentication').click();
  await expect(page.getByRole('heading', { name: 'Welcome to SuperNoek' })).toBeVisible();
  await chat.toast(page, 'Welcome to SuperNoek!').hover();
  await picture(page, 'success');
  await page.goto(`${server.url}/subscribe`);
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await picture(page, 'subscribe-active');
  await page.goto(`${server.url}/subscribe?card=update`);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await picture(page, 'subscribe-card');
});

test('plans for a person who has SuperNoek without a subscription', async ({ page, context, startServer }) => {
  const { server, boss } = await startWithAdministrator(startServer);
  await signIn(context, server, boss);
  await page.goto(`${server.url}/subscribe`);
  await expect(page.getByRole('heading', { name: 'You have SuperNoek' })).toBeVisible();
  await picture(page, 'subscribe-given');
});

test('the current plan, paid, cancelled and with a failed renewal', async ({ page, context, server }) => {
  await signIn(context, server);
  await page.goto(`${server.url}/account/billing`);
  const plan = page.getByRole('region', { name: 'Current Plan' });
  await expect(plan.getByRole('progressbar')).toHaveCount(1);
  await picture(page, 'billing-basic');
  await subscribe(context, server, '4242424242424242');
  await page.reload();
  await expect(plan.getByRole('cell', { name: '$30.00' })).toBeVisible();
  await picture(page, 'billing-paid');
  await button(page, 'Cancel Subscription').click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await picture(page, 'billing-cancel-question');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(plan.getByText('Cancelling', { exact: true })).toBeVisible();
  await picture(page, 'billing-cancelling');
  await page.route('**/api/trpc/**subscription.status**', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"problem":null', '"problem":"payment-failed"');
    await route.fulfill({ response, body });
  });
  await page.reload();
  await expect(plan.getByText(/^Your last payment failed/)).toBeVisible();
  await picture(page, 'billing-failed-renewal');
});
