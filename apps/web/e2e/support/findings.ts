import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { showTheme } from './theme.ts';

/** A wide screen and a phone. */
export const screenSizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;

/** A theme changes only colours. */
const colourRules = ['color-contrast', 'link-in-text-block'] as const;

/** Checks the screen with axe in both themes and in each of these sizes. Returns a sentence per finding. The last size stays. */
export async function findings(
  page: Page,
  screen: string,
  only: readonly (typeof screenSizes)[number][] = screenSizes,
): Promise<string[]> {
  const found: string[] = [];
  for (const size of only) {
    await page.setViewportSize(size);
    found.push(...(await findingsAsItIs(page, `${screen}, ${size.width}`)));
  }
  return found;
}

/** Checks the screen, or only the part that `within` selects, in its current size and in both themes. The light theme stays. */
export async function findingsAsItIs(page: Page, screen: string, within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await showTheme(page, theme);
    // Runs in the page itself, because opening a separate tab takes as long as a run.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    if (within) axe.include(within);
    if (theme === 'dark') axe.withRules([...colourRules]);
    const { violations } = await axe.analyze();
    for (const { id, nodes } of violations)
      found.push(`${screen}, ${theme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
  }
  if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
    found.push(`${screen}: scrolls sideways`);
  await showTheme(page, 'light');
  return found;
}
