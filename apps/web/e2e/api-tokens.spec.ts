import { expect, type Page } from '@playwright/test';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { addConversations, signIn } from './support/accounts.ts';
import { chat } from './support/chat.ts';
import { findings } from './support/findings.ts';
import { test } from './support/test.ts';

/** Without animations: axe would see colours in the middle of a fade. */
test.use({ contextOptions: { reducedMotion: 'reduce' }, timezoneId: 'Europe/Berlin' });

const section = (page: Page) => page.getByRole('region', { name: 'API Tokens' });

async function openTokens(page: Page, server: ServerProcess): Promise<void> {
  await page.goto(`${server.url}/account#tokens`);
  await expect(section(page).getByRole('button', { name: 'New token' })).toBeVisible();
}

/** A script on another machine: it has no cookies, only the token. */
const script = (server: ServerProcess, token: string) => async (method: string, path: string, body?: object) => {
  const response = await fetch(`${server.address}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test('a token is created, copied, used by a script, and revoked; the login shows its place; axe finds nothing', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { name } = await signIn(context, server);
  const [id] = await addConversations(context, server, ['Tea']);
  await page.goto(`${server.url}/account/security`);
  const login = page.getByRole('region', { name: 'Sessions' });
  await expect(login.getByText("Berlin (by the browser's clock)")).toBeVisible();
  await openTokens(page, server);
  await expect(section(page).getByText('You have no tokens.')).toBeVisible();

  await section(page).getByRole('button', { name: 'New token' }).click();
  const form = page.getByRole('dialog', { name: 'New token' });
  await expect(form.getByRole('radio', { name: /^Chat/ })).toBeChecked();
  await expect(form.getByLabel('Expires')).toHaveValue('90');
  await form.getByRole('button', { name: 'Create token' }).click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await expect(form.getByLabel('Name')).toBeFocused();
  expect(await findings(page, 'the form for a new token')).toEqual([]);
  await form.getByLabel('Name').fill('Evening script');
  await form.getByRole('radio', { name: /^Chat/ }).press('ArrowUp');
  await expect(form.getByRole('radio', { name: /^Read/ })).toBeChecked();
  await form.getByRole('radio', { name: /^Read/ }).press('ArrowDown');
  await form.getByLabel('Expires').selectOption('In 30 days');
  await form.getByLabel('Name').press('Enter');

  const made = page.getByRole('dialog', { name: 'Your new token' });
  const token = await made.getByLabel('Token').inputValue();
  expect(token).toMatch(/^noek_[\w-]{43}$/);
  expect(await findings(page, 'a new token')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(made).toBeVisible();
  await made.getByRole('button', { name: 'Copy' }).click();
  await expect(made.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(made).toBeHidden();
  await expect(section(page).getByText('Evening script')).toBeVisible();
  await expect(section(page).getByText('Never used')).toBeVisible();

  const call = script(server, token);
  expect(await call('GET', '/api/auth/user')).toMatchObject({ status: 200, body: { name } });
  const { body: started } = await call('POST', '/api/conversations', { title: 'From a script' });
  expect(await call('POST', `/api/conversations/${started.id}/messages`, { content: 'What is 6 * 7?' })).toMatchObject({
    status: 201,
    body: [{ role: 'user' }, { content: expect.stringContaining('42') }],
  });
  expect(await call('DELETE', `/api/conversations/${id}`)).toMatchObject({
    status: 403,
    body: { message: 'This token isn\'t allowed to do this. Use one with the scope "all".' },
  });
  expect((await call('DELETE', '/api/auth/delete-account')).status).toBe(403);
  expect((await call('GET', '/api/tokens')).status).toBe(403);

  await page.reload();
  const row = section(page)
    .getByText(/^Chat · Expires on/)
    .locator('..');
  await expect(row).toContainText('Last used now');
  await expect(page.getByText('noek_')).toHaveCount(0);
  expect(await findings(page, 'the list of tokens')).toEqual([]);

  await section(page).getByRole('button', { name: 'Revoke Evening script' }).click();
  const question = page.getByRole('alertdialog', { name: 'Revoke this token?' });
  await expect(question).toContainText('Programs that use “Evening script” stop working at once.');
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(chat.toast(page, 'Token revoked')).toBeVisible();
  await expect(section(page).getByText('You have no tokens.')).toBeVisible();
  expect(await call('GET', '/api/auth/user')).toEqual({
    status: 401,
    body: {
      code: 'UNAUTHORIZED',
      message: 'This token is unknown or was revoked. Create a new one on your account page.',
    },
  });
});
