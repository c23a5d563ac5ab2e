import { expect } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { answerDone, chat, openChatSignedIn } from './support/chat.ts';
import { desk, picture } from './support/gallery.ts';
import { choose, chooseInList } from './support/sidebar.ts';
import { test } from './support/test.ts';

// `npm run gallery`: screenshots of every screen and state in gallery/, for review. Not part of the tests.

// A test cannot intercept requests that a service worker answers.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const projects = [
  { name: 'Garden', color: 'green', instructions: 'Answer for a balcony in the north. Use metric units.' },
  { name: 'Home', color: 'orange' },
  { name: 'The history of maps, and of the people who drew them when there was time', color: 'blue', memory: 'own' },
];

test('projects: the sidebar, their pages and their dialogs', async ({ page, context, server }) => {
  await signIn(context, server);
  await page.goto(`${server.url}/project/nothing`);
  await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible();
  await picture(page, 'project-not-found');
  const made: { id: string }[] = [];
  for (const data of projects) {
    const answer = await context.request.post(`${server.url}/api/projects`, { data });
    made.push((await answer.json()) as { id: string });
  }
  await addConversations(context, server, ['A trip to Brno', 'Bread that rises', 'Herbs for the shade', 'Watering']);
  const garden = `${server.url}/project/${made[0]?.id}`;
  await page.goto(`${server.url}/project/${made[1]?.id}`);
  await expect(page.getByText('No chats yet')).toBeVisible();
  await picture(page, 'project-empty');

  await page.setViewportSize(desk);
  await openChatSignedIn(page, server);
  for (const title of ['Herbs for the shade', 'Watering']) {
    await choose(page, title, 'Move to project');
    await page.getByRole('option', { name: 'Garden' }).click();
    await expect(chat.toast(page, 'Moved to Garden')).toBeVisible();
  }
  await chat.sidebar(page).getByRole('button', { name: 'Garden', exact: true }).click();
  await expect(chat.row(page, 'Watering')).toBeVisible();
  await picture(page, 'projects-sidebar', [desk]);
  await choose(page, 'A trip to Brno', 'Move to project');
  await picture(page, 'move-to-project');
  await page.keyboard.press('Escape');
  await page.setViewportSize(desk);
  await chooseInList(page, 'New project');
  await picture(page, 'new-project');
  await page.keyboard.press('Escape');

  await page.goto(garden);
  await page
    .getByRole('region', { name: 'Files' })
    .locator('input[type=file]')
    .setInputFiles([
      { name: 'plants.txt', mimeType: 'text/plain', buffer: Buffer.from('Mint and parsley.') },
      { name: 'program.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ\u0000\u0001') },
    ]);
  await expect(page.getByRole('link', { name: 'plants.txt' })).toBeVisible();
  await picture(page, 'project');
  await page.getByLabel('Instructions of this project').fill('x'.repeat(8_001));
  await picture(page, 'project-instructions-too-long');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('button', { name: /^Colour/ }).click();
  await picture(page, 'project-colour');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for this project' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText(/^It has 2 chats/)).toBeVisible();
  await picture(page, 'delete-project');
  await page.keyboard.press('Escape');

  await page.setViewportSize(desk);
  await page.getByRole('radio', { name: /^This project only/ }).check();
  await chat.input(page).fill('Please remember that my balcony faces north.');
  await chat.input(page).press('Enter');
  const answer = await answerDone(page);
  await answer.getByRole('button', { name: 'Used here' }).click();
  await picture(page, 'chat-of-a-project');
  // The project has a file, so Noek asks first.
  await answer.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(page.getByText('Kept in memory.')).toBeVisible();
  await page.goto(`${server.url}/memories`);
  await expect(page.getByText('Only in Garden')).toBeVisible();
  await picture(page, 'memories-of-a-project');
  await context.request.delete(`${server.url}/api/projects/${made[1]?.id}`);
  await page.setViewportSize(desk);
  await openChatSignedIn(page, server);
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('Home', { exact: true })).toBeVisible();
  await picture(page, 'trash-with-a-project');
  await page.goto(`${server.url}/account#instructions`);
  await expect(page.getByLabel('Your instructions')).toBeVisible();
  await picture(page, 'account-instructions');
});
