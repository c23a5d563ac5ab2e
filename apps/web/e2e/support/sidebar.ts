import type { Locator, Page } from '@playwright/test';
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
/** The menu above the rows. */
export const listActions = (page: Page) => chat.sidebar(page).getByRole('button', { name: 'List actions' });

/** Chooses from the menu above the rows: "Select", "New project". `sidebar`: the drawer, on phones. */
export async function chooseInList(page: Page, item: string, sidebar: Locator = chat.sidebar(page)) {
  await sidebar.getByRole('button', { name: 'List actions' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
export const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' });
