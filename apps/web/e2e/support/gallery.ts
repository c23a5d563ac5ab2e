import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { showTheme } from './theme.ts';

export const root = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = `${root}gallery`;
mkdirSync(folder, { recursive: true });

export const desk = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

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
