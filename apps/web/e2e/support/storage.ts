import { expect, type Page } from '@playwright/test';

/** Polls the stored value of a key until it is as expected, also while the page is loading. */
export const expectStored = (page: Page, key: string) =>
  expect.poll(() => page.evaluate((name) => localStorage.getItem(name), key).catch(() => 'the page is loading'));
