import { expect } from '@playwright/test';
import { newAccount, signIn, startWithAdministrator } from './support/accounts.ts';
import { findings, screenSizes } from './support/findings.ts';
import { personAt, seedPeople } from './support/people.ts';
import { test } from './support/test.ts';
import { showTheme } from './support/theme.ts';

// A test cannot intercept requests that a service worker answers.

test('[1.05] [2.105] [4.57] [5.26] [5.27] [5.28] [8.44] an email to many people, from the form to the results', async ({
  page,
  context,
  startServer,
}) => {
  // Wider than a phone.
  const boss = {
    ...newAccount('Ida Lindqvist'),
    email: `ida-${'lindqvist-'.repeat(4)}@a-long-domain-name.example.com`,
  };
  const { server } = await startWithAdministrator(startServer, { boss });
  await seedPeople(server, 12);
  await signIn(context, server, boss);
  await page.goto(`${server.url}/admin`);
  await expect(page.getByText('13 users')).toBeVisible();
  await page.getByRole('tab', { name: 'Email Dashboard' }).click();
  await expect(page.getByText('0 recipients')).toBeVisible();
  const send = page.getByRole('button', { name: 'Send Email' });
  await send.click();
  await expect(page.getByText('No Recipients', { exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Recipients' }).selectOption('All');
  await expect(page.getByText('13 recipients')).toBeVisible();
  await send.click();
  await expect(page.getByText('Missing Information', { exact: true })).toBeVisible();

  await page.getByLabel('Subject').fill('News from Noek');
  await page.getByLabel('Content').fill('# News\n\nHello {name}, **this** is new.');
  await page.getByLabel('Format').selectOption('Markdown');
  await page.reload();
  await page.getByRole('tab', { name: 'Email Dashboard' }).click();
  await expect(page.getByLabel('Subject')).toHaveValue('News from Noek');
  await page.getByRole('tab', { name: 'User Management' }).click();
  await page.getByLabel('Select Ida Lindqvist').click();
  await page.getByRole('tab', { name: 'Email Dashboard' }).click();
  await page.getByRole('combobox', { name: 'Recipients' }).selectOption('Selected');
  await expect(page.getByText(boss.email)).toBeVisible();
  expect(await findings(page, 'the Email Dashboard')).toEqual([]);
  for (const size of screenSizes)
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await showTheme(page, theme);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    }
  await page.getByRole('combobox', { name: 'Recipients' }).selectOption('All');
  await expect(page.getByText('13 recipients')).toBeVisible();

  await page.getByRole('button', { name: 'Preview' }).click();
  const frame = page.frameLocator('iframe[title="HTML"]');
  await expect(frame.getByRole('heading', { name: 'News' })).toBeVisible();
  await expect(frame.getByText('Hello {name}, this is new.')).toBeVisible();
  await page.getByRole('tab', { name: 'Plain text' }).click();
  await expect(page.getByRole('dialog').getByText('**this** is new.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).first().click();

  await send.click();
  await expect(page.getByText('Email Sent', { exact: true })).toBeVisible();
  await expect(page.getByText('Email has been sent successfully to selected users.', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Subject')).toHaveValue('');
  await expect(page.getByText('13 of 13 sent')).toBeVisible();
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Results: News from Noek' }).click();
  await expect(page.getByText(`(${personAt(2).email})`)).toBeVisible();
});
