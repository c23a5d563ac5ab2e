import { expect, type Page } from '@playwright/test';

/** What the page keeps under a key, read until it is as expected: a page that is just loading is asked again. */
export const expectStored = (page: Page, key: string) =>
  expect.poll(() => page.evaluate((name) => localStorage.getItem(name), key).catch(() => 'the page is loading'));
