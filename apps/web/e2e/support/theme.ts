import type { Page } from '@playwright/test';

/** Switches the theme as if another tab had done so. */
export const showTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((newValue) => {
    localStorage.setItem('noek_theme', newValue);
    window.dispatchEvent(new StorageEvent('storage', { key: 'noek_theme', newValue }));
    // Pages without the app (the inbox) have nothing that listens.
    document.documentElement.dataset.theme = newValue;
  }, theme);
