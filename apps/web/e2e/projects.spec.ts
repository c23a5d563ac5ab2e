import { expect, type Page } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { answerDone, chat, openChatSignedIn } from './support/chat.ts';
import { findings, findingsAsItIs, screenSizes } from './support/findings.ts';
import { kept, shellReady } from './support/kept.ts';
import { chooseInList } from './support/sidebar.ts';
import { test } from './support/test.ts';

/** Without animations: axe would see colours in the middle of a fade. */
test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'reduce' } });

const [wide, phone] = screenSizes;
const project = (page: Page, name: string) => chat.sidebar(page).getByRole('button', { name, exact: true });
const titles = (page: Page) => chat.sidebar(page).getByRole('link');

test('a project has chats, files, instructions and memories of its own, in every tab, until it is deleted', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await addConversations(context, server, ['About coffee', 'About tea', 'About compost']);
  await openChatSignedIn(page, server);
  const other = await context.newPage();
  await openChatSignedIn(other, server);

  await chooseInList(page, 'New project');
  await page.getByRole('textbox', { name: 'Name' }).fill('Garden');
  await page.getByRole('radio', { name: 'Green' }).check();
  expect(await findingsAsItIs(page, 'new project')).toEqual([]);
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Garden' })).toBeVisible();
  await expect(page.getByText('No chats yet')).toBeVisible();

  // By dragging, and in the other tab.
  await chat.row(page, 'About compost').getByRole('link').dragTo(project(page, 'Garden'));
  await expect(chat.toast(page, 'Moved to Garden')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /About compost/ })).toBeVisible();
  await expect(titles(page)).toHaveText([/^About tea/, /^About coffee/]);
  await expect(titles(other)).toHaveText([/^About tea/, /^About coffee/]);
  await project(other, 'Garden').click();
  await expect(titles(other)).toHaveText([/^About compost/, /^About tea/, /^About coffee/]);

  await page.getByLabel('Instructions of this project').fill('Answer for a balcony in the north.');
  await page.getByRole('button', { name: 'Save instructions' }).click();
  await expect(chat.toast(page, 'Instructions saved')).toBeVisible();
  await page.getByRole('radio', { name: /^This project only/ }).check();
  await expect(chat.toast(page, 'Project memory: this project only')).toBeVisible();
  const files = page.getByRole('region', { name: 'Files' });
  await files
    .locator('input[type=file]')
    .setInputFiles({ name: 'plants.txt', mimeType: 'text/plain', buffer: Buffer.from('Mint and parsley.') });
  await expect(files.getByRole('link', { name: 'plants.txt' })).toBeVisible();
  await expect(files.getByText('17 B')).toBeVisible();
  expect(await findings(page, 'project')).toEqual([]);
  await page.setViewportSize(wide);

  await chat.input(page).fill('Please remember that my balcony faces north.');
  await chat.input(page).press('Enter');
  const answer = await answerDone(page);
  // The project's file may have said it, so the person decides.
  const question = answer.getByRole('region', { name: 'Keep this in memory?' });
  await expect(question.getByText('My balcony faces north')).toBeVisible();
  expect(await findingsAsItIs(page, 'a memory to keep')).toEqual([]);
  await question.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(question).toHaveCount(0);
  await expect(answer.getByText('Remembered in Garden')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: /Garden/ })).toBeVisible();
  await answer.getByRole('button', { name: 'Used here' }).click();
  await expect(answer.getByText('Answer for a balcony in the north.')).toBeVisible();
  const used = answer.getByRole('region', { name: 'Files and instructions that this answer used' });
  await expect(used.getByText('plants.txt')).toBeVisible();
  expect(await findingsAsItIs(page, 'chat of a project')).toEqual([]);
  const chatAddress = page.url();
  await other.goto(`${server.url}/memories`);
  await expect(other.getByText('Only in Garden')).toBeVisible();
  expect(await findings(other, 'memories of a project')).toEqual([]);

  await page
    .getByRole('banner')
    .getByRole('link', { name: /Garden/ })
    .click();
  await page.getByRole('button', { name: 'Actions for this project' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('It has 2 chats, 1 file and 1 memory of its own.')).toBeVisible();
  await page.getByRole('radio', { name: /^Move its chats to the trash/ }).check();
  expect(await findingsAsItIs(page, 'delete a project')).toEqual([]);
  await page.getByRole('button', { name: 'Delete project' }).click();
  await expect(chat.toast(page, 'Project moved to the trash')).toBeVisible();
  await expect(project(page, 'Garden')).toHaveCount(0);
  await expect(titles(page)).toHaveText([/^About tea/, /^About coffee/]);
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  const trash = page.getByRole('dialog', { name: 'Trash' });
  await expect(trash.getByText('Garden', { exact: true })).toBeVisible();
  expect(await findingsAsItIs(page, 'trash with a project')).toEqual([]);
  await trash.getByRole('button', { name: 'Restore “Garden”' }).click();
  await expect(trash.getByText('Garden', { exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(project(page, 'Garden')).toBeVisible();
  await page.goto(chatAddress);
  await expect(page.getByRole('banner').getByRole('link', { name: /Garden/ })).toBeVisible();
  await page.goto(`${server.url}/project/nothing`);
  await expect(page.getByRole('heading', { level: 1, name: 'Project not found' })).toBeVisible();
  expect(await findingsAsItIs(page, 'project not found')).toEqual([]);
});

test('on a phone, chats move with menus; without a connection, what is kept is there and changes wait', async ({
  page,
  context,
  server,
}) => {
  await page.setViewportSize(phone);
  await signIn(context, server);
  await addConversations(context, server, ['About coffee', 'About tea', 'About compost']);
  const data = { name: 'Café', color: 'orange' };
  expect((await context.request.post(`${server.url}/api/projects`, { data })).status()).toBe(201);
  await page.goto(server.url);
  const openSidebar = () => page.getByRole('button', { name: 'Open sidebar' }).click();
  await openSidebar();
  const sidebar = page.getByRole('dialog', { name: 'Conversations' });
  await chooseInList(page, 'New project', sidebar);
  await page.getByRole('textbox', { name: 'Name' }).fill('Garden');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Garden' })).toBeVisible();
  await expect(sidebar).toHaveCount(0);
  await openSidebar();
  const row = (title: string) => sidebar.getByRole('listitem').filter({ hasText: title });
  await row('About compost').getByRole('button', { name: 'Actions for “About compost”' }).click();
  await page.getByRole('menuitem', { name: 'Move to project' }).click();
  await page.getByRole('combobox', { name: 'Search projects' }).fill('gard');
  expect(await findingsAsItIs(page, 'move to project')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(chat.toast(page, 'Moved to Garden')).toBeVisible();
  await sidebar.getByRole('button', { name: 'Garden', exact: true }).click();
  await expect(sidebar.getByRole('link')).toHaveText([/^About compost/, /^About tea/, /^About coffee/]);
  expect(await findingsAsItIs(page, 'sidebar with projects')).toEqual([]);

  await chooseInList(page, 'Select', sidebar);
  await row('About tea').getByRole('checkbox').check();
  await row('About coffee').getByRole('checkbox').check();
  await sidebar.getByRole('button', { name: 'Move to project' }).click();
  await page.getByRole('option', { name: 'Café' }).click();
  await expect(chat.toast(page, '2 conversations moved to Café')).toBeVisible();
  await expect(sidebar.getByRole('link')).toHaveText([/^About compost/]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(sidebar.getByRole('link')).toHaveText([/^About compost/, /^About tea/, /^About coffee/]);

  await sidebar.getByRole('button', { name: 'Actions for “Garden”' }).click();
  await page.getByRole('menuitem', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Garden' })).toBeVisible();
  await expect(sidebar).toHaveCount(0);
  const compost = page.getByRole('main').getByRole('link', { name: /About compost/ });
  await expect(compost).toBeVisible();

  await expect.poll(async () => (await kept(page))?.projects.toSorted()).toEqual(['Café', 'Garden']);
  await expect.poll(async () => (await kept(page))?.conversations.length).toBe(3);
  await shellReady(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Garden' })).toBeVisible();
  await expect(compost).toBeVisible();
  const instructions = page.getByLabel('Instructions of this project');
  await instructions.fill('Answer in Czech.');
  await page.getByRole('button', { name: 'Save instructions' }).click();
  await expect(
    page.getByText('You are offline. Your change will be sent when you are connected.').first(),
  ).toBeVisible();
  await openSidebar();
  await expect(sidebar.getByRole('link')).toHaveText([/^About compost/, /^About tea/, /^About coffee/]);
  await row('About tea').getByRole('button', { name: 'Actions for “About tea”' }).click();
  await page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  await row('About coffee').getByRole('button', { name: 'Actions for “About coffee”' }).click();
  await page.getByRole('menuitem', { name: 'Move to project' }).click();
  await page.getByRole('option', { name: 'Garden' }).click();
  const waiting = page.getByText('Your 3 changes will be sent when you are connected.');
  await expect(waiting).toBeAttached();

  // The changes survive a reload, and are sent once when the connection is back.
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /projects\.update|chat\.(update|changeConversations)/.test(request.url()))
      changes.push(new URL(request.url()).pathname.replace('/api/trpc/', ''));
  });
  await page.reload();
  await expect(waiting).toBeVisible();
  await expect(instructions).toHaveValue('Answer in Czech.');
  expect(await findingsAsItIs(page, 'changes that wait')).toEqual([]);
  // A reload now could cut off a response, and the next page would send that change again.
  await context.setOffline(false);
  await expect.poll(() => changes.toSorted()).toEqual(['chat.changeConversations', 'chat.update', 'projects.update']);
  await expect(page.getByRole('main').getByRole('link', { name: /About coffee/ })).toBeVisible();
  await expect(instructions).toHaveValue('Answer in Czech.');
  await openSidebar();
  await expect(sidebar.getByRole('heading', { name: 'Pinned' })).toBeVisible();
  await page.reload();
  await expect(compost).toBeVisible();
  expect(changes).toHaveLength(3);
});
