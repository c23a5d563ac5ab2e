import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { signIn, startWithAdministrator } from './support/accounts.ts';
import { chat } from './support/chat.ts';
import { findings, screenSizes } from './support/findings.ts';
import { seedMessages } from './support/seed-messages.ts';
import { test } from './support/test.ts';

// A test cannot intercept requests that a service worker answers.

const [wide, phone] = screenSizes;
const title = 'Plan for the garden';
const content = '# Garden\n\nSow peas in March.';

/** A signed-in person with a document in a chat. */
async function begin(page: Page, context: BrowserContext, server: ServerProcess) {
  const account = await signIn(context, server);
  const { id, messageIds } = await seedMessages(server, account, ['Write a plan', 'Here it is.'], 'About gardens');
  const call = async (path: string, method: 'post' | 'patch' | 'delete', data: object = {}) => {
    const answer = await context.request[method](`${server.url}${path}`, { data });
    expect([path, answer.ok()]).toEqual([path, true]);
    return answer.json();
  };
  const from = { messageId: messageIds.at(-1), block: 0 };
  const made = { conversationId: id, title, kind: 'markdown', content, from };
  const { id: documentId } = (await call('/api/documents', 'post', made)) as { id: string };
  const share = async (given: object = {}) =>
    (await call(`/api/documents/${documentId}/share`, 'post', given)) as { url: string; token: string };
  await page.goto(`${server.url}/chat/${id}?document=${documentId}`);
  const panel = page.getByRole('region', { name: 'Document' });
  await expect(panel).toBeVisible();
  return { account, id, documentId, panel, share, call };
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const missing = (page: Page) => page.getByRole('heading', { name: 'Document not found' });

test('a document is shared from its panel; a stranger reads it, but not what comes later, and it can be ended', async ({
  page,
  context,
  server,
  anotherBrowser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { account, documentId, panel, call } = await begin(page, context, server);
  await panel.getByRole('button', { name: 'Share', exact: true }).click();
  const ask = page.getByRole('dialog', { name: 'Share document' });
  await expect(ask.getByRole('region', { name: 'What readers see' })).toContainText('Sow peas');
  expect(await findings(page, 'the dialog that shares a document', [phone])).toEqual([]);
  await page.setViewportSize(wide);
  await ask.getByRole('button', { name: 'Create link and copy' }).click();
  await expect(chat.toast(page, 'Link copied!')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/d\/[\w-]{43}$/);
  await expect(panel.getByRole('button', { name: 'Manage shared link' })).toBeVisible();

  const stranger = await anotherBrowser();
  const theirs = await stranger.newPage();
  const bodies: string[] = [];
  theirs.on('response', async (answer) => {
    if (answer.url().includes('/api/')) bodies.push(await answer.text().catch(() => ''));
  });
  const response = await theirs.goto(link);
  expect(response?.status()).toBe(200);
  expect(response?.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' });
  await expect(heading(theirs)).toHaveText(title);
  await expect(theirs).toHaveTitle(`${title} · Noek`);
  await theirs.getByRole('tab', { name: 'Source' }).click();
  await expect(theirs.getByRole('region', { name: `Source of “${title}”` })).toHaveText(content);
  expect(await findings(theirs, 'the page of a shared document', screenSizes)).toEqual([]);
  await theirs.waitForLoadState('networkidle');
  expect(await stranger.cookies()).toEqual([]);
  for (const secret of [account.email, account.name, documentId]) expect(bodies.join()).not.toContain(secret);

  await call(`/api/documents/${documentId}`, 'patch', { baseVersion: 1, content: '# Private', title: 'Private' });
  await theirs.reload();
  await expect(heading(theirs)).toHaveText(title);

  await panel.getByRole('button', { name: 'Manage shared link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Shared document' });
  await expect(dialog.getByLabel('Link')).toHaveValue(link);
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(dialog.getByText('The link now shows the newest version.')).toBeVisible();
  await theirs.reload();
  await expect(heading(theirs)).toHaveText('Private');

  await dialog.getByRole('button', { name: 'Stop sharing' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click();
  await expect(dialog.getByText('The link no longer works.')).toBeVisible();
  expect((await theirs.reload())?.status()).toBe(404);
  await expect(missing(theirs)).toBeVisible();
  expect(await findings(theirs, 'the page of an ended link', [phone])).toEqual([]);
});

test('a stranger continues with a document in a chat of their own', async ({
  page,
  context,
  server,
  anotherBrowser,
}) => {
  const { share } = await begin(page, context, server);
  const { url } = await share();
  const theirs = await (await anotherBrowser()).newPage();
  await theirs.goto(url);
  await theirs.getByRole('button', { name: 'Continue', exact: true }).click();
  await theirs.waitForURL(/\/chat\/\d+\?document=/);
  await expect(theirs.getByRole('region', { name: 'Document' })).toContainText('Sow peas');
  await expect(chat.input(theirs)).toBeVisible();
});

test('readers of a shared chat open the documents that it includes', async ({
  page,
  context,
  server,
  anotherBrowser,
}) => {
  const { id } = await begin(page, context, server);
  await page.goto(`${server.url}/chat/${id}`);
  await page.getByRole('banner').getByRole('button', { name: 'Share', exact: true }).click();
  const ask = page.getByRole('dialog', { name: 'Share conversation' });
  await ask.getByRole('checkbox', { name: 'Include documents' }).check();
  expect(await findings(page, 'the dialog that shares a chat with documents', [phone])).toEqual([]);
  await page.setViewportSize(wide);
  await ask.getByRole('button', { name: 'Create link and copy' }).click();
  await expect(ask).toHaveCount(0);

  const theirs = await (await anotherBrowser()).newPage();
  await theirs.goto(`${server.url}/chat/${id}`);
  const row = theirs.getByRole('list', { name: 'Documents' }).getByRole('button');
  await row.click();
  const shown = theirs.getByRole('dialog', { name: title });
  await expect(shown).toContainText('Sow peas');
  expect(await findings(theirs, 'a document of a shared chat', screenSizes)).toEqual([]);
  await theirs.keyboard.press('Escape');
  await expect(shown).toHaveCount(0);
  await expect(row).toBeFocused();

  await theirs.getByRole('button', { name: 'Continue this chat' }).click();
  await expect(chat.input(theirs)).toBeVisible();
  await expect.poll(() => theirs.url()).not.toContain(`/chat/${id}`);
  const conversationId = theirs.url().split('/').at(-1);
  const copies = await theirs.request.get(`${server.url}/api/documents?conversationId=${conversationId}`);
  const [copy] = (await copies.json()) as { id: string }[];
  await theirs.goto(`${theirs.url()}?document=${copy?.id}`);
  await expect(theirs.getByRole('region', { name: 'Document' })).toContainText('Sow peas');
});

test('a shared document is reported, read and taken down; its owner reads why', async ({
  page,
  context,
  startServer,
  anotherBrowser,
}) => {
  const { server, boss } = await startWithAdministrator(startServer);
  const { share, panel, account } = await begin(page, context, server);
  const { url, token } = await share();
  const theirs = await (await anotherBrowser()).newPage();
  await theirs.goto(url);
  await theirs.getByRole('button', { name: 'Report', exact: true }).click();
  await theirs.getByRole('radio', { name: 'Harassment or hate' }).check();
  await theirs.getByRole('button', { name: 'Send report' }).click();
  await expect(theirs.getByRole('dialog', { name: 'Report sent' })).toBeVisible();
  await theirs.getByRole('button', { name: 'Close' }).click();

  const administrator = await anotherBrowser();
  await signIn(administrator, server, boss);
  const desk = await administrator.newPage();
  await desk.goto(`${server.url}/admin/reports`);
  await desk
    .getByRole('button', { name: `Open the report “Harassment or hate” about a conversation of ${account.name}` })
    .click();
  const report = desk.getByRole('dialog', { name: 'Report: Harassment or hate' });
  await expect(report.getByRole('region', { name: `Text of “${title}”` })).toContainText('Sow peas');
  expect(await findings(desk, 'a report about a document', [phone])).toEqual([]);
  await desk.setViewportSize(wide);
  await report.getByRole('button', { name: 'Take link down' }).click();
  await desk.getByLabel('Why is the link taken down?').fill('It names a private address.');
  await report.getByRole('button', { name: 'Take link down' }).click();
  await expect(chat.toast(desk, 'The link was taken down')).toBeVisible();

  expect((await theirs.reload())?.status()).toBe(404);
  expect((await theirs.request.get(`${server.url}/api/d/${token}`)).status()).toBe(404);
  await expect(missing(theirs)).toBeVisible();

  await panel.getByRole('button', { name: 'Shared link taken down' }).click();
  const dialog = page.getByRole('dialog', { name: 'Shared document' });
  await expect(dialog.getByText('Reason: It names a private address.')).toBeVisible();
});

test('a page that is shared runs only after a click, each time it is opened', async ({
  page,
  context,
  server,
  anotherBrowser,
}) => {
  const { id, call } = await begin(page, context, server);
  const html = '<p id="word">Still</p><script>document.getElementById("word").textContent = "Running"</script>';
  const made = { conversationId: id, title: 'A page', kind: 'html', content: html };
  const { id: documentId } = (await call('/api/documents', 'post', made)) as { id: string };
  const { url } = (await call(`/api/documents/${documentId}/share`, 'post')) as { url: string };
  const theirs = await (await anotherBrowser()).newPage();
  await theirs.goto(url);
  const word = (text: string) => theirs.frameLocator('iframe').getByText(text);
  await expect(word('Still')).toBeVisible();
  await theirs.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(word('Running')).toBeVisible();
  await theirs.reload();
  await expect(word('Still')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
});

test('the page of a document makes no request that is refused, for any reader', async ({
  page,
  context,
  server,
  anotherBrowser,
}) => {
  const { share } = await begin(page, context, server);
  const { url } = await share();
  const [guest, account] = [await anotherBrowser(), await anotherBrowser()];
  await signIn(account, server);
  for (const browser of [guest, account, context]) {
    const reader = await browser.newPage();
    const refused: string[] = [];
    reader.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
    });
    await reader.goto(url);
    await expect(heading(reader)).toHaveText(title);
    await expect(reader.getByRole('main').getByText('Sow peas')).toBeVisible();
    expect(refused).toEqual([]);
  }
});

test('the page of a document says when it cannot be loaded, and loads it again', async ({
  page,
  context,
  server,
  anotherBrowser,
}) => {
  const { share } = await begin(page, context, server);
  const { url } = await share();
  const theirs = await (await anotherBrowser()).newPage();
  await theirs.route(/documents\.shared/, (route) => route.abort());
  await theirs.goto(url);
  await expect(theirs.getByRole('heading', { name: 'The document could not be loaded' })).toBeVisible();
  await theirs.unroute(/documents\.shared/);
  await theirs.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(theirs)).toHaveText(title);
});
