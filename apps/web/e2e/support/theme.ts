import type { Page } from '@playwright/test';

/** Switches the theme as if another tab had done so. */
export async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  // Pages without the app (the inbox) follow the system.
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate((newValue) => {
    localStorage.setItem('noek_theme', newValue);
    window.dispatchEvent(new StorageEvent('storage', { key: 'noek_theme', newValue }));
    document.documentElement.dataset.theme = newValue;
  }, theme);
}
