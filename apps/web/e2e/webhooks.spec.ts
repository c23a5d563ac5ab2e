import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { signIn, startWithAdministrator } from './support/accounts.ts';
import { chat } from './support/chat.ts';
import { findings } from './support/findings.ts';
import { test } from './support/test.ts';

/** Without animations: axe would see colours in the middle of a fade. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const section = (page: Page) => page.getByRole('region', { name: 'Webhooks' });

/** A program that answers with `status` and keeps the events that it gets. */
async function startReceiver() {
  const receiver = { status: 204, events: [] as { type: string; data: Record<string, unknown> }[], url: '' };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    receiver.events.push(JSON.parse(body));
    response.writeHead(receiver.status).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/noek`;
  return { receiver, close: () => server.close() };
}

test('a webhook is created, tested, gets an answer, is looked at and deleted; axe finds nothing', async ({
  page,
  context,
  startServer,
}) => {
  const { receiver, close } = await startReceiver();
  const server = await startServer({ WEBHOOKS_PRIVATE: 'true' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(context, server);
  await page.goto(`${server.url}/account#webhooks`);
  await expect(section(page).getByText('You have no webhooks.')).toBeVisible();

  await section(page).getByRole('button', { name: 'New webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await expect(form.getByRole('checkbox')).toHaveCount(2);
  await form.getByRole('checkbox', { name: /^An answer/ }).press('Space');
  await form.getByRole('button', { name: 'Create webhook' }).click();
  await expect(form.getByText('Enter a URL.')).toBeVisible();
  await expect(form.getByLabel('URL')).toBeFocused();
  await expect(form.getByText('Choose what to send.')).toBeVisible();
  expect(await findings(page, 'the form for a new webhook')).toEqual([]);
  await form.getByRole('checkbox', { name: /^An answer/ }).press('Space');
  await form.getByLabel('URL').fill('http://169.254.169.254/latest');
  await form.getByLabel('URL').press('Enter');
  await expect(form.getByText('This address is in a private network. Nothing can be sent there.')).toBeVisible();
  await form.getByLabel('URL').fill(receiver.url);
  await form.getByLabel('URL').press('Enter');

  const made = page.getByRole('dialog', { name: 'Your new webhook' });
  const secret = await made.getByLabel('Secret').inputValue();
  expect(secret).toMatch(/^whsec_/);
  await page.keyboard.press('Escape');
  await expect(made).toBeVisible();
  await made.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(section(page).getByText(receiver.url)).toBeVisible();

  await section(page).getByRole('button', { name: 'Send a test' }).click();
  await expect(chat.toast(page, 'The test was delivered')).toBeVisible();
  receiver.status = 500;
  await section(page).getByRole('button', { name: 'Send a test' }).click();
  await expect(chat.toast(page, 'The receiver answered with status 500.')).toBeVisible();

  const { id } = await (
    await context.request.post(`${server.url}/api/conversations`, { data: { title: 'Sums' } })
  ).json();
  await context.request.post(`${server.url}/api/conversations/${id}/messages`, { data: { content: 'What is 6 * 7?' } });
  await expect.poll(() => receiver.events.at(-1)).toMatchObject({ type: 'answer.finished', data: { title: 'Sums' } });
  await section(page)
    .getByRole('button', { name: /^Deliveries/ })
    .click();
  await expect(section(page).getByText('Waiting')).toBeVisible();
  await expect(section(page).getByText(/^Next attempt (soon|in \d+ seconds?)$/)).toBeVisible();
  expect(await findings(page, 'the deliveries of a webhook')).toEqual([]);
  receiver.status = 200;
  await section(page)
    .getByRole('button', { name: /^Redeliver “An answer is finished”/ })
    .click();
  await expect(chat.toast(page, 'Delivered again')).toBeVisible();
  await expect(section(page).getByText('Waiting')).toBeHidden();

  await section(page)
    .getByRole('button', { name: /^Delete/ })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Delete this webhook?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(section(page).getByText('You have no webhooks.')).toBeVisible();
  close();
});

test('the webhook of an administrator gets a sign-up', async ({ page, context, startServer, anotherBrowser }) => {
  const { receiver, close } = await startReceiver();
  const { server, boss } = await startWithAdministrator(startServer, { env: { WEBHOOKS_PRIVATE: 'true' } });
  await signIn(context, server, boss);
  await page.goto(`${server.url}/account#webhooks`);
  await section(page).getByRole('button', { name: 'New webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('URL').fill(receiver.url);
  await form.getByRole('checkbox', { name: /^A person signs up/ }).check();
  await form.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByRole('dialog', { name: 'Your new webhook' })).toBeVisible();
  const { email } = await signIn(await anotherBrowser(), server);
  await expect.poll(() => receiver.events).toMatchObject([{ type: 'user.signed_up', data: { email } }]);
  close();
});
