import { expect, type Page } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { auth } from './support/auth.ts';
import { chat, openChatSignedIn } from './support/chat.ts';
import { findings, screenSizes } from './support/findings.ts';
import { test } from './support/test.ts';

// Without animations: axe would see colours in the middle of a fade. A test cannot intercept what a service worker answers.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The phone comes first, because the size of the last screen stays. */
const sizes = screenSizes.toReversed();
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const upgrade = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Upgrade' });

test('[2.44] [2.115] [2.116] [2.117] [2.118] [4.40] [8.46] [8.47] a person subscribes with test cards: a mistake, a decline, a question of the bank, success', async ({
  page,
  context,
  server,
}) => {
  const person = await signIn(context, server);
  const chatPage = await context.newPage();
  await openChatSignedIn(chatPage, server);
  await expect(upgrade(chatPage)).toBeVisible();

  await openChatSignedIn(page, server);
  await upgrade(page).click();
  await expect(page).toHaveURL(`${server.url}/subscribe`);
  await expect(page.getByRole('link', { name: 'Back to Chat' })).toHaveAttribute('href', '/');
  await expect(main(page).getByText('$0', { exact: true })).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Upgrade' })).toHaveCount(1);
  expect(await findings(page, 'plans', sizes)).toEqual([]);

  await button(page, 'Upgrade').click();
  await expect(chat.toast(page, 'Payment Form Ready')).toBeVisible();
  await expect(main(page).getByText('$0', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Test payments')).toBeVisible();
  const number = page.getByLabel('Card number');
  const pay = button(page, 'Subscribe to SuperNoek - $30/month');
  await number.pressSequentially('4242424242424241');
  await expect(number).toHaveValue('4242 4242 4242 4241');
  await page.getByLabel('Expiry').pressSequentially('1240');
  await page.getByLabel('CVC').fill('123');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This card number is not valid.')).toBeVisible();
  await expect(number).toBeFocused();
  expect(await findings(page, 'payment form', sizes)).toEqual([]);

  await number.fill('4000 0000 0000 0002');
  await pay.click();
  await expect(chat.toast(page, 'Payment Failed')).toBeVisible();
  await expect(chat.toast(page, 'Your card was declined.')).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription('Your card was declined.');
  await expect(page.getByLabel('Card number')).toBeFocused();
  await expect(number).toHaveValue('4000 0000 0000 0002');
  await expect(page.getByLabel('Expiry')).toHaveValue('12/40');

  const bank = page.getByRole('dialog');
  await button(page, 'Use 4000 0025 0000 3155').click();
  await pay.click();
  await expect(bank).toBeVisible();
  expect(await findings(page, 'authentication', sizes)).toEqual([]);
  await button(page, 'Fail authentication').click();
  await expect(bank).toHaveCount(0);
  await expect(chat.toast(page, 'Payment Failed')).toBeVisible();
  await expect(upgrade(chatPage)).toBeVisible();
  await pay.click();
  await button(page, 'Complete authentication').click();

  await expect(page.getByRole('heading', { name: 'Welcome to SuperNoek' })).toBeVisible();
  await expect(chat.toast(page, 'Welcome to SuperNoek!')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/success`);
  await expect(page.locator('.star')).toHaveCount(0);
  expect(await findings(page, 'success', sizes)).toEqual([]);
  await expect(upgrade(chatPage)).toHaveCount(0);
  await page.getByRole('link', { name: 'Start Chatting' }).click();
  await expect(chat.welcome(page)).toBeVisible();
  await expect(auth.account(page)).toContainText(person.name);
  await expect(upgrade(page)).toHaveCount(0);

  await page.goto(`${server.url}/subscribe`);
  await expect(main(page).getByText('Active', { exact: true })).toBeVisible();
  await expect(main(page).getByText('$0', { exact: true })).toHaveCount(0);
  expect(await findings(page, 'active plan', sizes)).toEqual([]);
});

test('[2.124] [4.41] [4.42] [4.43] [8.50] [8.51] a subscriber sees what it costs, cancels, reactivates and changes the card', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const call = async (name: string, data: object = {}) => {
    const answer = await context.request.post(`${server.url}/api/subscription/${name}`, { data });
    expect([name, answer.status()]).toEqual([name, 200]);
    return (await answer.json()) as { clientSecret: string };
  };
  const { clientSecret } = await call('create');
  await call('sandbox/confirm', { clientSecret, cardNumber: '4242424242424242', expiry: '12/40', cvc: '123' });

  await page.goto(`${server.url}/account/billing`);
  const plan = page.getByRole('region', { name: 'Current Plan' });
  await expect(plan.getByText(/^\$30 per month\. Renews on /)).toBeVisible();
  await expect(plan.getByRole('progressbar')).toHaveCount(2);
  await expect(plan.getByText('10,000 messages left (4-hour limit)')).toBeVisible();
  await expect(plan.getByRole('cell', { name: '$30.00' })).toBeVisible();
  const opened = page.waitForEvent('popup');
  await plan.getByRole('link', { name: /^View the invoice of/ }).click();
  const invoice = await opened;
  await expect(invoice.getByText('$30.00').first()).toBeVisible();
  await invoice.close();

  await button(page, 'Cancel Subscription').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(chat.toast(page, 'Subscription Cancelled')).toBeVisible();
  await expect(plan.getByText('Cancelling', { exact: true })).toBeVisible();
  await expect(button(page, 'Cancel Subscription')).toHaveCount(0);
  await chat.toast(page, 'Subscription Cancelled').hover();
  expect(await findings(page, 'cancelling', sizes)).toEqual([]);
  await button(page, 'Reactivate').click();
  await expect(chat.toast(page, 'Subscription Reactivated')).toBeVisible();
  await expect(plan.getByText('Cancelling', { exact: true })).toHaveCount(0);

  await plan.getByRole('link', { name: 'Update card' }).click();
  await expect(page).toHaveURL(`${server.url}/subscribe?card=update`);
  await expect(page.getByText(/Visa ending in 4242 is the card in use/)).toBeVisible();
  await page.getByLabel('Card number').fill('4000 0025 0000 3155');
  await page.getByLabel('Expiry').fill('12/40');
  await page.getByLabel('CVC').fill('123');
  await button(page, 'Save card').click();
  await button(page, 'Complete authentication').click();
  await expect(page.getByText('Card updated')).toBeVisible();
  await expect(page.getByText(/ending in 3155 is the card in use/)).toBeVisible();
  await page.getByRole('link', { name: 'Back to billing' }).click();
  await expect(plan.getByText(/ending in 3155/)).toBeVisible();
});
