import { expect, type Locator, type Page } from '@playwright/test';
import type { ServerProcess } from '../../../server/src/testing/server-process.ts';

/** Locators of the chat screen. */
export const chat = {
  input: (page: Page) => page.getByRole('textbox', { name: 'Message Noek' }),
  send: (page: Page) => page.getByRole('button', { name: 'Send message' }),
  stop: (page: Page) => page.getByRole('button', { name: 'Stop', exact: true }),
  welcome: (page: Page) => page.getByRole('heading', { name: 'How can I help you today?' }),
  thread: (page: Page) => page.getByRole('log', { name: 'Messages' }),
  questions: (page: Page) =>
    chat
      .thread(page)
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: 'You', exact: true }) }),
  answers: (page: Page) =>
    chat
      .thread(page)
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: 'Noek', exact: true }) }),
  sidebar: (page: Page) => page.getByRole('complementary', { name: 'Conversations' }),
  rows: (page: Page) => chat.sidebar(page).getByRole('listitem'),
  row: (page: Page, title: string) => chat.rows(page).filter({ hasText: title }),
  toast: (page: Page, text: string) =>
    page.getByRole('region', { name: /Notification/ }).getByText(text, { exact: true }),
};

/** Opens the empty chat as a guest and waits until it is ready for input. */
export async function openChat(page: Page, server: ServerProcess): Promise<void> {
  await page.goto(server.url);
  await expect(chat.welcome(page)).toBeVisible();
  await expect(page.getByText(/messages? left$/)).toBeVisible();
}

/** Opens the empty chat as a signed-in user. */
export async function openChatSignedIn(page: Page, server: ServerProcess): Promise<void> {
  await page.goto(server.url);
  await expect(chat.welcome(page)).toBeVisible();
  await expect(chat.sidebar(page).getByRole('tab', { name: 'Chats' })).toBeVisible();
}

export async function say(page: Page, text: string): Promise<void> {
  await chat.input(page).fill(text);
  await chat.input(page).press('Enter');
}

/** Waits until the last message is a complete answer and the next message can be sent. Returns the answer. */
export async function answerDone(page: Page): Promise<Locator> {
  const last = chat.thread(page).getByRole('article').last();
  await expect(last.getByRole('button', { name: 'Copy answer' })).toBeVisible();
  await expect(chat.send(page)).toBeVisible();
  return last;
}

/** The text of an answer, without its actions. */
export const wordsOf = async (answer: Locator) => (await answer.locator('.prose').textContent()) ?? '';

/** What is in the menu of the conversation's title where the sidebar is next to the page. */
const ofConversation = new Set([
  'Share',
  'Rename',
  'Pin',
  'Unpin',
  'Move to project',
  'Documents',
  'Export',
  'Archive',
  'Delete',
]);

/** The title of the open conversation, which is its menu. */
const titleMenu = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Menu of / });

/** Chooses in the menus of the header: "Sign out", "Clear conversation", "Export". */
export async function chooseInHeader(page: Page, name: string): Promise<void> {
  const more = page.getByRole('banner').getByRole('button', { name: 'More', exact: true });
  await expect(more).toBeVisible();
  const hasTitle = ofConversation.has(name) && (await chat.sidebar(page).isVisible());
  await (hasTitle ? titleMenu(page) : more).click();
  await page.getByRole('menuitem', { name }).click();
}

/** The dialog that asks before a conversation is shared. */
export const shareQuestion = (page: Page) => page.getByRole('dialog', { name: 'Share conversation' });

/** Shares the open conversation from the header. */
export async function shareOpenChat(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Share', exact: true }).click();
  await shareQuestion(page).getByRole('button', { name: 'Create link and copy' }).click();
}

/** Chooses in the menu of a message: "Copy link", "Compare with…", "Report". */
export async function chooseForMessage(message: Locator, name: string): Promise<void> {
  await message.hover();
  await message.getByRole('button', { name: 'Other actions' }).click();
  await message.page().getByRole('menuitem', { name, exact: true }).click();
}

/** Presses one of the switches of the message box: "Fun Mode", "Web search". On a phone they are in a sheet. */
export async function switchInBox(page: Page, name: string): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (isPhone) await page.getByRole('button', { name: 'Add files' }).click();
  await page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('switch', { name, exact: true }))
    .click();
  if (isPhone) await page.keyboard.press('Escape');
}
