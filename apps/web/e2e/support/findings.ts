import type { Page } from '@playwright/test';
import axe from 'axe-core';
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
  // A page that has just been opened has only the shell, which hides a heading, until its code has run.
  await page.locator(':is(h1, [role="heading"][aria-level="1"]):not(.shell *)').first().waitFor({ state: 'attached' });
  for (const theme of ['light', 'dark'] as const) {
    await showTheme(page, theme);
    await animationsDone(page);
    for (const { id, nodes } of await violationsIn(page, within, theme === 'dark' ? colourRules : null))
      found.push(`${screen}, ${theme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
  }
  if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
    found.push(`${screen}: scrolls sideways`);
  await showTheme(page, 'light');
  return found;
}

/** What fades in has little contrast until it is there. Endless animations do not count. */
const animationsDone = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ends = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ends.map(({ finished }) => finished));
  });

/** What axe finds in the page and its frames, with all rules or only with these. A frame is given axe once, which takes as long as a run. */
async function violationsIn(
  page: Page,
  within: string | undefined,
  rules: readonly string[] | null,
): Promise<axe.Result[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window)))
      await frame.evaluate(`${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`);
  return page.evaluate(
    async ([context, only]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context ?? document, {
        resultTypes: ['violations'],
        ...(only && { runOnly: { type: 'rule', values: [...only] } }),
      });
      return violations;
    },
    [within, rules] as const,
  );
}
