import { expect, type Page } from '@playwright/test';
import { codeAt } from '../../../server/src/testing/authenticator-app.ts';

/** Sets up an authenticator app in the open account page. Returns its secret and the recovery codes. */
export async function setUpAuthenticator(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const form = page.getByRole('dialog', { name: 'Set up authenticator app' });
  const secret = await form.getByLabel('Or enter this key in the app').inputValue();
  await form.getByLabel('Code').fill(codeAt(secret, new Date()));
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  const codes = await shown.getByRole('listitem').allTextContents();
  return { secret, codes };
}
