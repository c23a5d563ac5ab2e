import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type StandIn, startStandIn } from '../../../packages/payment-sandbox/src/testing/start-stand-in.ts';
import { signIn } from './support/accounts.ts';
import { chat } from './support/chat.ts';
import { serveStripeScript, stripeScript } from './support/stripe-script.ts';
import { test as base } from './support/test.ts';

// The real @stripe/react-stripe-js, with a stand-in for Stripe's script and another for its service.

type Fixtures = {
  stripe: StandIn;
  /** A browser that may load Stripe's script, and nothing else from another host. */
  payer: BrowserContext;
};

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  async stripe({}, use) {
    const stripe = await startStandIn();
    await use(stripe);
    await stripe.close();
  },
  async payer({ browser, contextOptions }, use) {
    // A test cannot intercept requests that a service worker answers.
    const context = await browser.newContext({ ...contextOptions, reducedMotion: 'reduce' });
    const elsewhere: string[] = [];
    context.on('request', (request) => {
      const { hostname } = new URL(request.url());
      if (!/(^|\.)localhost$/.test(hostname) && !stripeScript.test(request.url())) elsewhere.push(request.url());
    });
    await use(context);
    expect(elsewhere).toEqual([]);
    await context.close();
  },
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pay = (page: Page) => button(page, 'Subscribe to SuperNoek - $30/month');
const card = (page: Page) => page.getByRole('textbox', { name: 'Card at Stripe' });

test('[2.116] [8.46] [8.47] with Stripe: a decline, a question of the bank, a success, and another card', async ({
  payer,
  stripe,
  startServer,
}) => {
  const server = await startServer(stripe.env);
  stripe.deliverTo(`${server.address}/api/webhooks/stripe`);
  await signIn(payer, server);
  const page = await payer.newPage();
  await serveStripeScript(page, stripe);
  await page.goto(`${server.url}/subscribe`);
  await button(page, 'Upgrade').click();
  await expect(card(page)).toBeVisible();
  await expect(page.getByText('Test payments')).toHaveCount(0);

  // Nothing is sent while Stripe's form says that something is missing.
  await pay(page).click();
  await expect(pay(page)).toHaveAttribute('aria-disabled', 'false');
  await expect(chat.toast(page, 'Payment Failed')).toHaveCount(0);

  await card(page).fill('4000000000000002');
  await pay(page).click();
  await expect(chat.toast(page, 'Payment Failed')).toBeVisible();
  await expect(chat.toast(page, 'Your card was declined.')).toBeVisible();
  await expect(card(page)).toHaveValue('4000000000000002');

  await card(page).fill('4000002500003155');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await pay(page).click();
  await expect(chat.toast(page, 'Your card was declined.')).toHaveCount(0);
  await expect(chat.toast(page, 'Payment Failed')).toBeVisible();

  page.once('dialog', (dialog) => void dialog.accept());
  await pay(page).click();
  await expect(page.getByRole('heading', { name: 'Welcome to SuperNoek' })).toBeVisible();
  await expect(chat.toast(page, 'Welcome to SuperNoek!')).toBeVisible();
  // The secrets that Stripe adds to the address do not stay there.
  await expect(page).toHaveURL(`${server.url}/success`);

  await page.goto(`${server.url}/subscribe?card=update`);
  await card(page).fill('5555555555554444');
  await button(page, 'Save card').click();
  await expect(page.getByText('Card updated')).toBeVisible();
});

test("while Stripe's script cannot be loaded, the page says so and loads it again when asked", async ({
  payer,
  stripe,
  startServer,
}) => {
  const server = await startServer(stripe.env);
  await signIn(payer, server);
  const page = await payer.newPage();
  await page.route(stripeScript, (route) => route.abort());
  await page.goto(`${server.url}/subscribe`);
  await button(page, 'Upgrade').click();
  await expect(page.getByRole('alert').filter({ hasText: 'The payment form could not be loaded.' })).toBeVisible();
  await expect(pay(page)).toHaveCount(0);
  await page.unroute(stripeScript);
  await serveStripeScript(page, stripe);
  await button(page, 'Retry').click();
  await expect(card(page)).toBeVisible();
  await expect(pay(page)).toBeVisible();

  // The other pages of this server never load it.
  await page.goto(`${server.url}/success`);
  await expect(page.getByRole('heading', { name: 'Your payment was not completed' })).toBeVisible();
  const allowed = await page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const script = document.createElement('script');
        script.src = 'https://js.stripe.com/endive/stripe.js';
        script.onload = () => resolve(true);
        script.onerror = () => resolve(false);
        document.head.append(script);
      }),
  );
  expect(allowed).toBe(false);
});
