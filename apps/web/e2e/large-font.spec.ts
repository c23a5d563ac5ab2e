import { expect } from '@playwright/test';
import { signIn, startWithAdministrator } from './support/accounts.ts';
import { test } from './support/test.ts';

// The font size from the browser's settings. Unlike a style, it also changes the media queries.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=20'] });
    },
    { scope: 'worker' },
  ],
});

test('with a larger default font no page of a phone scrolls sideways', async ({ page, context, startServer }) => {
  test.slow();
  const { server, boss } = await startWithAdministrator(startServer);
  await signIn(context, server, boss);
  const { port } = new URL(server.url);
  const at = (host: string, paths: string[]) => paths.map((path) => `http://${host}:${port}${path}`);
  const pages = [
    ...at('localhost', ['/', '/subscribe', '/account', '/account/security', '/account/developers', '/memories']),
    ...at('localhost', [
      '/admin',
      '/admin/figures',
      '/admin/reports',
      '/admin/security',
      '/admin/audit',
      '/admin/google-docs',
    ]),
    ...at('auth.noek.localhost', ['/login', '/signup', '/nowhere']),
    ...at('noek.localhost', ['/', '/pricing', '/developers', '/nowhere']),
  ];
  const wrong: string[] = [];
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 });
    for (const address of pages) {
      await page.goto(address);
      await expect(page.getByRole('heading').first()).toBeVisible();
      const { scrollWidth, fontSize } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        fontSize: getComputedStyle(document.documentElement).fontSize,
      }));
      expect(fontSize).toBe('20px');
      if (scrollWidth > width) wrong.push(`${address} is ${scrollWidth} px wide on ${width}`);
    }
  }
  expect(wrong).toEqual([]);
});
