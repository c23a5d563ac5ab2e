import { expect } from '@playwright/test';
import { typing } from '../../server/src/testing/stand-ins/model-server.ts';
import { signIn, startWithAdministrator } from './support/accounts.ts';
import { findings } from './support/findings.ts';
import { test } from './support/test.ts';

// A test cannot intercept requests that a service worker answers.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('figures: from a message to its chart and table, by keyboard, in both themes, wide and on a phone', async ({
  page,
  context,
  startServer,
}) => {
  const { server, boss } = await startWithAdministrator(startServer);
  await signIn(context, server, boss);
  await page.goto(`${server.url}/admin`);
  await page.getByRole('link', { name: 'Figures' }).click();
  await expect(page.getByRole('heading', { name: 'Figures', level: 1 })).toBeVisible();
  const messages = page.getByRole('region', { name: 'Messages', exact: true });
  await expect(messages.getByText('Nothing in this period')).toBeVisible();
  await expect(page.getByText('Answers come from: Built-in demo (no model connected)')).toBeVisible();
  await expect(page.getByText('No provider is configured.')).toBeVisible();

  const created = await context.request.post(`${server.url}/api/conversations`, { data: { title: 'About tea' } });
  const { id } = (await created.json()) as { id: number };
  const sent = await context.request.post(`${server.url}/api/conversations/${id}/messages`, {
    data: { content: 'Hello' },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  await page.reload();
  await expect(messages.getByRole('img', { name: 'Messages: 1 in 7 days' })).toBeVisible();

  await page.getByRole('radio', { name: '7 days' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: '24 hours' })).toBeChecked();
  await expect(page).toHaveURL(/range=24h/);
  await expect(messages.getByRole('img', { name: 'Messages: 1 in 24 hours' })).toBeVisible();
  await messages.getByText('Show as table').focus();
  await page.keyboard.press('Enter');
  await expect(messages.getByRole('row')).toHaveCount(25);
  await expect(messages.getByRole('row').last().getByRole('cell')).toHaveText(['1', '0']);

  expect(await findings(page, 'figures')).toEqual([]);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.reload();
  await expect(page.getByRole('radio', { name: '24 hours' })).toBeChecked();
});

test('a provider that refuses tools still answers, and administrators see until when it is asked without tools', async ({
  page,
  context,
  startModel,
  startServer,
}) => {
  const model = await startModel((call) => {
    if (call.tools.length > 0) call.refuse(400, 'registry/tiny:2b does not support tools');
    else return typing('At noon.', 0)(call);
  });
  const { server, boss } = await startWithAdministrator(startServer, { env: model.env });
  await signIn(context, server, boss);
  const created = await context.request.post(`${server.url}/api/conversations`, { data: {} });
  const { id } = (await created.json()) as { id: number };
  const path = `${server.url}/api/conversations/${id}/messages`;
  const sent = await context.request.post(path, { data: { content: 'When is high tide?' } });
  expect(sent.status(), await sent.text()).toBe(201);
  await page.goto(`${server.url}/admin/figures`);
  await expect(page.getByText(/^mock-1 refused tools, such as web search and memory\. .* until \d/)).toBeVisible();
  expect(await findings(page, 'a provider that refused')).toEqual([]);
  await page.getByRole('button', { name: 'Try now: Mock' }).click();
  await expect(page.getByText(/refused tools/)).toBeHidden();
});
