import { expect } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { picture } from './support/gallery.ts';
import { startLoopbackApp } from './support/loopback-app.ts';
import { test } from './support/test.ts';

// `npm run gallery`: screenshots of every screen and state in gallery/, for review. Not part of the tests.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('connected apps and devices', async ({ page, context, startServer }) => {
  const server = await startServer({ WEB_FETCH_PRIVATE: 'true' });
  const app = await startLoopbackApp();
  try {
    await signIn(context, server);
    await page.goto(app.addressAt(server.url, { scope: 'all' }));
    await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible();
    await picture(page, 'apps-request');
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page.getByRole('heading', { name: 'Back in Notes' })).toBeVisible();
    await app.exchange(server.address, new URL(page.url()).searchParams.get('code') ?? '');
    await page.goto(app.addressAt(server.url, { client_id: `${app.redirectUri}/nothing` }));
    await expect(page.getByRole('alert')).toBeVisible();
    await picture(page, 'apps-problem');

    await page.goto(`${server.url}/connect`);
    await page.getByLabel('Code').fill('BCDF-GHJK');
    await page.getByLabel('Code').press('Enter');
    await expect(page.getByText('No device is waiting with this code.')).toBeVisible();
    await picture(page, 'apps-code');
    const asked = await fetch(`${server.address}/oauth/device_authorization`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'noek-command', scope: 'chat' }),
      headers: { 'User-Agent': 'noek/1.0' },
    });
    const { user_code } = (await asked.json()) as { user_code: string };
    await page.goto(`${server.url}/connect?user_code=${user_code}`);
    await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible();
    await picture(page, 'apps-device');
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page.getByRole('heading', { name: 'Your device is connected' })).toBeVisible();
    await picture(page, 'apps-device-done');

    await page.goto(`${server.url}/account#apps`);
    await expect(page.getByRole('button', { name: 'Revoke Notes' })).toBeVisible();
    await picture(page, 'apps-account');
  } finally {
    await app.close();
  }
});
