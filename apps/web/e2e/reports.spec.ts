import { expect, type Page } from '@playwright/test';
import { signIn, startWithAdministrator } from './support/accounts.ts';
import { chat, chooseForMessage } from './support/chat.ts';
import { findings, screenSizes } from './support/findings.ts';
import { seedMessages } from './support/seed-messages.ts';
import { test } from './support/test.ts';

// A test cannot intercept requests that a service worker answers.

const [wide, phone] = screenSizes;

/** Fills the open report: this reason and text. */
async function fill(page: Page, reason: string, text: string): Promise<void> {
  await page.getByRole('radio', { name: reason }).check();
  await page.getByLabel('Anything else? (optional)').fill(text);
}

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('dialog', { name: 'Report sent' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('an answer is reported, read and closed; a shared conversation is reported and taken down', async ({
  page,
  context,
  startServer,
  anotherBrowser,
}) => {
  const { server, boss } = await startWithAdministrator(startServer);
  const mira = await signIn(context, server);
  const { id } = await seedMessages(server, mira, ['When was it built?', 'It was built in 1905.'], 'The bridge');
  const link = `${server.url}/chat/${id}`;
  expect((await context.request.post(`${server.url}/api/conversations/${id}/share`, { data: {} })).status()).toBe(200);

  await page.goto(link);
  await chooseForMessage(chat.answers(page).last(), 'Report');
  await fill(page, 'Wrong or misleading', 'The year is wrong.');
  expect(await findings(page, 'the dialog that reports an answer', [phone])).toEqual([]);
  await page.setViewportSize(wide);
  await send(page);

  const stranger = await (await anotherBrowser()).newPage();
  await stranger.goto(link);
  await stranger.getByRole('button', { name: 'Report', exact: true }).click();
  await fill(stranger, 'Harassment or hate', 'It attacks people.');
  await send(stranger);

  const administrator = await anotherBrowser();
  await signIn(administrator, server, boss);
  const desk = await administrator.newPage();
  await desk.goto(`${server.url}/admin`);
  await desk.getByRole('link', { name: 'Reports' }).click();
  const openOf = (reason: string) =>
    desk.getByRole('button', { name: `Open the report “${reason}” about a conversation of ${mira.name}` });
  await expect(openOf('Harassment or hate')).toBeVisible();
  await expect(desk.getByText('The year is wrong.')).toBeVisible();
  expect(await findings(desk, 'the list of reports', [wide])).toEqual([]);

  await openOf('Wrong or misleading').click();
  await expect(desk.getByRole('region', { name: 'What was reported' })).toContainText('It was built in 1905.');
  await desk.getByRole('button', { name: 'Close report' }).click();
  await desk.getByLabel('Note').fill('The model is old.');
  expect(await findings(desk, 'an opened report', [phone])).toEqual([]);
  await desk.setViewportSize(wide);
  await desk.getByRole('button', { name: 'Close report' }).click();
  await expect(desk.getByRole('dialog')).toHaveCount(0);
  await expect(openOf('Wrong or misleading')).toHaveCount(0);

  await openOf('Harassment or hate').click();
  await desk.getByRole('button', { name: 'Take link down' }).click();
  await desk.getByLabel('Why is the link taken down?').fill('Harassment');
  await desk.getByRole('button', { name: 'Take link down' }).click();
  await expect(desk.getByRole('button', { name: 'Allow sharing' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Shared link taken down' })).toBeVisible();
  expect((await stranger.request.get(`${server.url}/api/shared/${id}`)).status()).toBe(404);
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: 'Conversation not found' })).toBeVisible();

  await desk.goto(`${server.url}/admin/reports?status=closed`);
  await expect(desk.getByText('Note: The model is old.')).toBeVisible();
  await page.goto(`${server.url}/account/privacy`);
  const views = page.getByRole('region', { name: 'Who looked at my chats' });
  await expect(views.getByText('A report about an answer: Wrong or misleading')).toBeVisible();
  await expect(views.getByText('A report about a shared link: Harassment or hate')).toBeVisible();
});
