import { expect } from '@playwright/test';
import { makeAccount, newAccount, signIn } from './support/accounts.ts';
import { desk, phone, picture } from './support/gallery.ts';
import { personAt, seedPeople } from './support/people.ts';
import { test } from './support/test.ts';

// A test cannot intercept requests that a service worker answers.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the pages of administrators', async ({ page, context, startServer }) => {
  const boss = newAccount('Ida Lindqvist');
  const server = await startServer({ ADMIN_EMAIL: boss.email });
  await makeAccount(server, boss);
  await seedPeople(server, 40);
  await signIn(context, server, boss);
  const { name } = personAt(2);

  await page.goto(`${server.url}/admin`);
  await expect(page.getByText('41 users')).toBeVisible();
  await page.getByRole('checkbox', { name: `Select ${personAt(1).name}`, exact: true }).check();
  await page.getByRole('checkbox', { name: `Select ${personAt(4).name}`, exact: true }).check();
  await picture(page, 'admin-users');
  await page.setViewportSize(desk);
  await page.getByRole('searchbox').fill('nobody has this');
  await expect(page.getByText('No users found')).toBeVisible();
  await picture(page, 'admin-users-none');
  await page.getByRole('searchbox').fill('');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
  await picture(page, 'admin-menu', [desk]);
  await page.getByRole('menuitem', { name: 'Suspend account' }).click();
  await picture(page, 'admin-suspend');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Spam in shared conversations');
  await page.getByRole('button', { name: 'Suspend account' }).click();
  await expect(page.getByText('Suspended').first()).toBeVisible();
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  await picture(page, 'admin-edit');
  await page.keyboard.press('Escape');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: `Messages ${name}`, exact: true }).click();
  await picture(page, 'admin-messages-reason');
  await page.getByRole('textbox', { name: 'Reason' }).fill('A report of abuse');
  await page.getByRole('button', { name: 'Open messages' }).click();
  await expect(page.getByText('Two of them are vegan.')).toBeVisible();
  await picture(page, 'admin-messages');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Message Logs' }).click();
  await picture(page, 'admin-logs');
  await page.getByRole('tab', { name: 'Email Dashboard' }).click();
  await picture(page, 'admin-email');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByText('Reason: A report of abuse')).toBeVisible();
  await picture(page, 'admin-audit');
  await page.getByLabel('Person').fill('nobody@example.com');
  await expect(page.getByText('No entries')).toBeVisible();
  await picture(page, 'admin-audit-none', [phone]);

  await page.goto(`${server.url}/admin/security`);
  await expect(page.getByRole('heading', { name: 'Failed sign-ins' })).toBeVisible();
  await picture(page, 'admin-security');

  await page.goto(`${server.url}/admin/figures`);
  await expect(page.getByRole('region', { name: 'New people', exact: true }).getByRole('img')).toBeVisible();
  await picture(page, 'admin-figures');

  await signIn(context, server);
  await page.goto(`${server.url}/admin`);
  await expect(page.getByText('Failed to fetch users: 403')).toBeVisible();
  await picture(page, 'admin-denied');
});
