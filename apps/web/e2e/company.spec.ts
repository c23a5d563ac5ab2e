import { expect, type Page } from '@playwright/test';
import { companyPaths } from '../../../packages/contract/src/company/site.ts';
import { auth, signInByHand } from './support/auth.ts';
import { findingsAsItIs } from './support/findings.ts';
import { test } from './support/test.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

/** The layout shift of the page since it began to load, 0 to about 1. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        // Layout shifts are reported with the next frames.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
      }),
  );

test('[2.06] [2.135] [2.145] without JavaScript every page of the company site can be read, and its links work', async ({
  browser,
  contextOptions,
  server,
}) => {
  const context = await browser.newContext({ ...contextOptions, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of companyPaths) {
    expect((await page.goto(`${server.origins.company}${path}`))?.status()).toBe(200);
    await expect(heading(page)).toBeVisible();
    await expect(auth.signInLink(page)).toBeVisible();
    // Nothing is offered that needs a script.
    await expect(page.getByRole('button')).toHaveCount(0);
  }
  // On the narrowest phone the contents of the developers' pages lead to a call, and only long code and tables scroll sideways.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('link', { name: 'REST calls' }).click();
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.getByText('Conversations and guests').click();
  await contents.getByRole('link', { name: 'POST /api/conversations/{id}/messages' }).click();
  await expect(page.getByRole('heading', { name: 'POST /api/conversations/{id}/messages' })).toBeInViewport();
  for (const path of ['/developers', '/developers/rest', '/developers/typed-procedures', '/developers/programs']) {
    await page.goto(`${server.origins.company}${path}`);
    await expect(heading(page)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${server.origins.company}/`);
  await page.getByRole('link', { name: 'Release Notes' }).click();
  const oldest = page.getByRole('article').filter({ hasText: 'v1.0.0' });
  await oldest.scrollIntoViewIfNeeded();
  await expect(oldest).toHaveCSS('opacity', '1');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(heading(page)).toHaveText('Privacy Policy');
  await auth.signInLink(page).click();
  expect(new URL(page.url()).searchParams.get('return_to')).toBe(`${server.origins.company}/policies/privacy-policy`);
  await context.close();
});

test('the company site loads at most 60 kB of script, none of the chat; nothing moves, not even when it finds out who is signed in', async ({
  page,
  server,
}) => {
  const scripts = new Map<string, number>();
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.set(new URL(response.url()).pathname, Number(response.headers()['content-length']));
  });
  await page.addInitScript(() => localStorage.setItem('noek_theme', 'dark'));
  await page.goto(`${server.origins.company}/`, { waitUntil: 'networkidle' });
  await expect(auth.signInLink(page)).toBeVisible();
  expect(await theme(page)).toBe('dark');
  const pictures = page.getByRole('img', { name: /^A conversation in Noek/ });
  await expect(pictures).toHaveCount(1);
  // The pictures of the theme are there before they are scrolled to, the others are not loaded.
  const loaded = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLImageElement>('main img')].map((image) => {
        const theme = /-(light|dark)-/.exec(image.currentSrc || image.src)?.[1];
        return `${theme} ${image.complete && image.naturalWidth > 0}`;
      }),
    );
  await expect.poll(loaded).toEqual(Array(5).fill(['light false', 'dark true']).flat());
  await pictures.scrollIntoViewIfNeeded();
  expect(await layoutShift(page)).toBeLessThan(0.01);
  const listed = [...scripts].map(([path, bytes]) => `${path} ${bytes}`).join('\n');
  expect([...scripts.keys()].sort(), listed).toEqual([
    expect.stringMatching(/^\/assets\/company-[\w-]+\.js$/),
    '/theme.js',
  ]);
  expect(
    [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0),
    listed,
  ).toBeLessThan(60_000);

  const mira = await signInByHand(page, server, { returnTo: `${server.origins.company}/` });
  await expect(page.getByRole('banner').getByText(mira.email)).toBeVisible();
  await expect(auth.logout(page)).toBeVisible();
  expect(await layoutShift(page)).toBeLessThan(0.01);
});

test('where the header has no room for its links, a menu has them: for a keyboard, a pointer, and without a script', async ({
  page,
  browser,
  contextOptions,
  server,
}) => {
  await page.setViewportSize({ width: 820, height: 700 });
  await page.goto(`${server.origins.company}/`, { waitUntil: 'networkidle' });
  const opener = page.locator('summary', { hasText: 'Menu' });
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const link = (name: string) => navigation.getByRole('link', { name });
  await expect(navigation).toHaveCount(0);
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(link('Features')).toBeVisible();
  expect(await findingsAsItIs(page, 'the menu', 'header')).toEqual([]);
  await opener.focus();
  await page.keyboard.press('Tab');
  await expect(link('Features')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(navigation).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+Tab');
  await expect(navigation).toHaveCount(0);

  await opener.click();
  await link('Plans').click();
  await expect(navigation).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Two plans' })).toBeInViewport();
  await opener.click();
  await page.getByRole('heading', { name: 'Two plans' }).click();
  await expect(navigation).toHaveCount(0);

  for (const width of [320, 390, 1024]) {
    await page.setViewportSize({ width, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expect(opener).toBeVisible({ visible: width < 1024 });
  }
  await expect(link('Developers')).toBeVisible();

  const context = await browser.newContext({ ...contextOptions, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.setViewportSize({ width: 390, height: 844 });
  await plain.goto(`${server.origins.company}/`);
  await plain.locator('summary', { hasText: 'Menu' }).click();
  await plain.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Developers' }).click();
  await expect(plain).toHaveURL(/\/developers$/);
  await context.close();
});

test('the home page shows how a memory is saved, kept with its origin and used, as text, and without motion for those who want none', async ({
  page,
  server,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.origins.company}/`);
  const steps = page.getByRole('figure', { name: 'An example of how Noek remembers' }).getByRole('listitem');
  await expect(steps).toHaveCount(3);
  await expect(steps.nth(0)).toContainText(/You: .*walnuts.*Saved to memory: Allergic to walnuts/);
  await expect(steps.nth(1)).toContainText(/Allergic to walnuts.*Why do you remember this\?.*Dinner with friends/);
  await expect(steps.nth(2)).toContainText(/You: .*Noek: .*without walnuts.*Used here: Allergic to walnuts/);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('[2.148] release notes fade in when they come into view, and do not with reduced motion', async ({
  page,
  server,
}) => {
  await page.goto(`${server.origins.company}/release-notes`);
  const [newest, oldest] = ['v1.5.0 Beta', 'v1.0.0'].map((version) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name: version }) }),
  );
  if (!newest || !oldest) throw new Error('Two versions.');
  await expect(newest).toHaveCSS('opacity', '1');
  await expect(oldest).toHaveCSS('opacity', '0');
  await oldest.scrollIntoViewIfNeeded();
  await expect(oldest).toHaveCSS('opacity', '1');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(oldest).toHaveCSS('opacity', '1');
  await expect(page.locator('[data-unseen]')).toHaveCount(0);
});
