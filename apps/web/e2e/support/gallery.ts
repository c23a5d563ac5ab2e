import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import { pdfOf } from '../../../../packages/files/src/testing/pdf.ts';
import { answerDone, chat, say } from './chat.ts';
import { showTheme } from './theme.ts';

export const root = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = `${root}gallery`;
mkdirSync(folder, { recursive: true });

export const desk = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

const costs = 'Month,Rent,Heating,Water\nJanuary,900,140,22\nFebruary,900,131,21\nMarch,900,96,24\n';

/** In an empty chat, adds a lease and a table and asks for the deposit. Returns the answer, which cites page 2. */
export async function askAboutLease(page: Page): Promise<Locator> {
  const lease = pdfOf(['This is the lease of the old mill.', "The deposit is three months' rent."]);
  await page.locator('input[type=file]').setInputFiles([
    { name: 'lease.pdf', mimeType: 'application/pdf', buffer: Buffer.from(lease) },
    { name: 'costs.csv', mimeType: 'text/csv', buffer: Buffer.from(costs) },
  ]);
  await expect(page.getByRole('list', { name: 'Files to send' })).toContainText(/lease\.pdf[\d.]+ k?B/);
  await expect(chat.send(page)).toBeEnabled();
  await say(page, 'How much is the deposit?');
  return answerDone(page);
}

/**
 * Takes screenshots such as `name-390-dark.png`, in both themes and the given sizes. `animations`: by default they are shown at their end,
 * which for the shell is the message that it shows after 20 seconds.
 */
export async function picture(
  page: Page,
  name: string,
  sizes: readonly { width: number; height: number }[] = [desk, phone],
  animations: 'allow' | 'disabled' = 'disabled',
) {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const theme of ['light', 'dark'] as const) {
      await showTheme(page, theme);
      // Menus and lists settle after a change of size.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const path = `${folder}/${name}-${size.width}-${theme}.png`;
      const { length } = await page.screenshot({ path, animations, caret: 'hide' });
      expect(length).toBeGreaterThan(0);
    }
  }
  await showTheme(page, 'light');
}
