import { expect } from '@playwright/test';
import { linkMailedTo, makeAccount, newAccount, signIn } from './support/accounts.ts';
import { chat, chooseForMessage } from './support/chat.ts';
import { desk, picture } from './support/gallery.ts';
import { personAt, seedPeople } from './support/people.ts';
import { seedMessages } from './support/seed-messages.ts';
import { test } from './support/test.ts';

// `npm run gallery`: screenshots of every screen and state in gallery/, for review. Not part of the tests.

// A test cannot intercept requests that a service worker answers.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('reports', async ({ page, context, startServer, anotherBrowser }) => {
  const boss = newAccount('Ida Lindqvist');
  const server = await startServer({ ADMIN_EMAIL: boss.email });
  await makeAccount(server, boss);
  const office = await anotherBrowser();
  await signIn(office, server, boss);
  const admin = await office.newPage();
  await admin.goto(`${server.url}/admin/reports`);
  await expect(admin.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
  await expect(admin.getByRole('status')).toHaveCount(0);
  await picture(admin, 'admin-reports-none');

  const mira = await signIn(context, server);
  const { id } = await seedMessages(server, mira, ['When was it built?', 'It was built in 1905.'], 'The bridge');
  await page.goto(`${server.url}/chat/${id}`);
  await chooseForMessage(chat.answers(page).last(), 'Report');
  await page.getByRole('radio', { name: 'Wrong or misleading' }).check();
  await page.getByLabel('Anything else? (optional)').fill('The year is wrong.');
  await picture(page, 'report-answer');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('dialog', { name: 'Report sent' })).toBeVisible();
  await picture(page, 'report-sent');

  await admin.setViewportSize(desk);
  await admin.reload();
  await expect(admin.getByText('The year is wrong.')).toBeVisible();
  await picture(admin, 'admin-reports');
  await admin.setViewportSize(desk);
  await admin.getByRole('button', { name: /^Open the report “Wrong or misleading”/ }).click();
  await expect(admin.getByRole('region', { name: 'What was reported' })).toContainText('It was built in 1905.');
  await picture(admin, 'admin-report');
  await admin.setViewportSize(desk);
  await admin.getByRole('button', { name: 'Close report' }).click();
  await admin.getByLabel('Note').fill('The model is old.');
  await picture(admin, 'admin-report-close');
  await admin.getByRole('button', { name: 'Close report' }).click();
  await expect(admin.getByRole('dialog')).toHaveCount(0);

  await context.request.post(`${server.url}/api/conversations/${id}/share`, { data: {} });
  const stranger = await anotherBrowser();
  const theirs = await stranger.newPage();
  await theirs.goto(`${server.url}/chat/${id}`);
  await theirs.getByRole('button', { name: 'Report', exact: true }).click();
  await theirs.getByRole('radio', { name: 'Privacy' }).check();
  await picture(theirs, 'report-share');
  await theirs.getByRole('button', { name: 'Send report' }).click();
  await expect(theirs.getByRole('dialog', { name: 'Report sent' })).toBeVisible();
  await admin.setViewportSize(desk);
  await admin.reload();
  await admin.getByRole('button', { name: /^Open the report “Privacy”/ }).click();
  await admin.getByRole('button', { name: 'Take link down' }).click();
  await admin.getByLabel('Why is the link taken down?').fill('It names a private address.');
  await picture(admin, 'admin-report-take-down');
  await admin.getByRole('button', { name: 'Take link down' }).click();
  await expect(admin.getByRole('button', { name: 'Allow sharing' })).toBeVisible();
  await picture(admin, 'admin-report-taken-down');
  await page.keyboard.press('Escape');
  await page.setViewportSize(desk);
  await page.getByRole('banner').getByRole('button', { name: 'Shared link taken down' }).click();
  await expect(page.getByText('Reason: It names a private address.')).toBeVisible();
  await picture(page, 'share-taken-down');
  await theirs.reload();
  await expect(theirs.getByText('Conversation not found')).toBeVisible();
  await picture(theirs, 'shared-ended');
});

test('an email to many people', async ({ page, context, startServer }) => {
  const boss = newAccount('Ida Lindqvist');
  const server = await startServer({ ADMIN_EMAIL: boss.email });
  await makeAccount(server, boss);
  await seedPeople(server, 12);
  await signIn(context, server, boss);
  await page.goto(`${server.url}/admin`);
  await expect(page.getByText('13 users')).toBeVisible();
  await page.getByRole('tab', { name: 'Email Dashboard' }).click();
  await page.getByRole('combobox', { name: 'Recipients' }).selectOption('All');
  await expect(page.getByText('13 recipients')).toBeVisible();
  await page.getByLabel('Subject').fill('News from Noek');
  await page.getByLabel('Content').fill('# News\n\nHello {name}, **this** is new.');
  await page.getByLabel('Format').selectOption('Markdown');
  await picture(page, 'admin-email-filled');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.frameLocator('iframe[title="HTML"]').getByRole('heading', { name: 'News' })).toBeVisible();
  await picture(page, 'admin-email-preview');
  await page.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('button', { name: 'Send Email' }).click();
  await expect(page.getByText('13 of 13 sent')).toBeVisible();
  await picture(page, 'admin-email-sent');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Results: News from Noek' }).click();
  await expect(page.getByRole('dialog')).toContainText('@example.com');
  await picture(page, 'admin-email-results');
  await page.goto(await linkMailedTo(server, personAt(3).email));
  await picture(page, 'unsubscribe');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  await picture(page, 'unsubscribed');
});
