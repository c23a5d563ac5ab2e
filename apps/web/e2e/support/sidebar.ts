import type { Page } from '@playwright/test';
import { chat } from './chat.ts';

export const tab = (page: Page, name: string) => chat.sidebar(page).getByRole('tab', { name });
export const action = (page: Page, verb: string, title: string) =>
  chat.row(page, title).getByRole('button', { name: `${verb} “${title}”` });

/** Chooses an item from the menu of a row. */
export async function choose(page: Page, title: string, item: string) {
  await chat.row(page, title).hover();
  await chat
    .row(page, title)
    .getByRole('button', { name: `Actions for “${title}”` })
    .click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
export const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' });
