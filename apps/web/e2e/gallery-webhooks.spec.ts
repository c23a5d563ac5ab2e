import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { signIn, startWithAdministrator } from './support/accounts.ts';
import { desk, phone, picture } from './support/gallery.ts';
import { test } from './support/test.ts';

// `npm run gallery`: the section Webhooks of the account page.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('webhooks', async ({ page, context, startServer }) => {
  let status = 204;
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/noek`;
  const { server, boss } = await startWithAdministrator(startServer, { env: { WEBHOOKS_PRIVATE: 'true' } });
  await signIn(context, server, boss);
  await page.goto(`${server.url}/account#webhooks`);
  const section = page.getByRole('region', { name: 'Webhooks' });
  await expect(section.getByText('You have no webhooks.')).toBeVisible();
  await picture(page, 'webhooks-none');

  await page.setViewportSize(desk);
  await section.getByRole('button', { name: 'New webhook' }).click();
  await picture(page, 'webhooks-new');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByText('Enter a URL.')).toBeVisible();
  await picture(page, 'webhooks-new-refused');
  await page.setViewportSize(desk);
  await page.getByLabel('URL').fill(url);
  await page.getByRole('checkbox', { name: /^A person signs up/ }).check();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByLabel('Secret')).toBeVisible();
  await picture(page, 'webhooks-made');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Done' }).click();

  await section.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('The test was delivered').first()).toBeVisible();
  status = 500;
  const chat = await context.request.post(`${server.url}/api/conversations`, { data: { title: 'Sums' } });
  const { id } = await chat.json();
  await context.request.post(`${server.url}/api/conversations/${id}/messages`, { data: { content: 'What is 6 * 7?' } });
  await section.getByRole('button', { name: /^Deliveries/ }).click();
  await expect(section.getByText(/^Next attempt/)).toBeVisible();
  status = 410;
  await section.getByRole('button', { name: 'Send a test' }).click();
  await expect(section.getByText('Stopped')).toBeVisible();
  await section.getByRole('button', { name: 'Refresh' }).click();
  await expect(section.getByText('Failed').first()).toBeVisible();
  await picture(page, 'webhooks-deliveries', [desk, { ...phone, height: 2400 }]);
  await page.setViewportSize(desk);
  await section.getByRole('button', { name: /^Delete/ }).click();
  await picture(page, 'webhooks-delete');
  receiver.close();
});
