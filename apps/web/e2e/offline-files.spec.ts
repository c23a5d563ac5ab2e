import { expect, type Page, type Request } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, chooseInHeader, openChat, openChatSignedIn, say } from './support/chat.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const waiting = (page: Page) => page.getByText('Waiting for connection');
const waitingFiles = (page: Page) => page.getByText('Uploads when you are online');
const remove = (page: Page, name: string) => page.getByRole('button', { name: `Remove ${name}` });
const add = (page: Page, ...files: (readonly [name: string, content: string | Buffer])[]) =>
  page
    .locator('input[type=file]')
    .setInputFiles(
      files.map(([name, content]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content as string) })),
    );
const isUpload = (request: Request) => request.method() === 'POST' && /\/api\/files\?name=/.test(request.url());
/** A program, whatever its name says. */
const program = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3, 0, 0, 0, 0]);
const keptFiles = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('noek-files');
        opening.onsuccess = () => {
          const db = opening.result;
          if (!db.objectStoreNames.contains('files')) return resolve(0);
          const count = db.transaction('files').objectStore('files').count();
          count.onsuccess = () => {
            db.close();
            resolve(count.result);
          };
        };
      }),
  );

test('files added offline survive a reload, and are uploaded and sent once with their message, with two tabs open', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await say(page, 'Hello');
  await answerDone(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await answerDone(other);
  const uploads: string[] = [];
  context.on('response', (response) => {
    if (isUpload(response.request())) uploads.push(`${response.status()} ${new URL(response.url()).search}`);
  });

  await context.setOffline(true);
  await add(page, ['lease.txt', 'The deposit is three monthly rents.'], ['other.txt', 'Nothing.']);
  await expect(waitingFiles(page)).toHaveCount(2);
  await chat.input(page).fill('How much is the deposit?');
  await page.reload();
  await expect(chat.input(page)).toHaveValue('How much is the deposit?');
  await expect(waitingFiles(page)).toHaveCount(2);
  await remove(page, 'other.txt').click();
  await expect(waitingFiles(page)).toHaveCount(1);
  await chat.input(page).press('Enter');
  await say(page, 'And the rent?');
  for (const tab of [page, other]) {
    await expect(waiting(tab)).toHaveCount(2);
    await expect(tab.getByText('lease.txt')).toBeVisible();
  }
  await expect(remove(page, 'lease.txt')).toHaveCount(0);

  // The page is reloaded after the upload and before the message has arrived.
  await context.route(/chat\.send/, (route) => route.abort());
  await context.setOffline(false);
  await expect.poll(() => uploads.length).toBe(1);
  await page.reload();
  await expect(waiting(page)).toHaveCount(2);
  await context.unroute(/chat\.send/);
  for (const tab of [page, other]) {
    await expect(waiting(tab)).toHaveCount(0, { timeout: 30_000 });
    await expect(chat.questions(tab).last()).toContainText('And the rent?');
    await answerDone(tab);
  }
  expect(uploads).toEqual(['201 ?name=lease.txt']);
  await expect(page.getByRole('link', { name: /^Account/ })).toHaveAttribute('data-tooltip', /^2,997 of /);
  const api = async (path: string) => (await page.request.get(`${server.url}/api${path}`)).json();
  const { pathname } = new URL(page.url());
  const messages: { role: string; content: string; files?: { name: string }[] }[] = await api(
    `${pathname.replace('/chat/', '/conversations/')}/messages`,
  );
  expect(
    messages.flatMap(({ role, content, files = [] }) =>
      role === 'user' ? [[content, ...files.map(({ name }) => name)]] : [],
    ),
  ).toEqual([['Hello'], ['How much is the deposit?', 'lease.txt'], ['And the rent?']]);
  expect((await api('/files')).files).toHaveLength(1);

  // What the server refuses says so at the message. The file can be removed, and the text sent.
  await context.setOffline(true);
  await add(page, ['tool.txt', program], ['notes.txt', 'Bring the keys.']);
  await expect(waitingFiles(page)).toHaveCount(2);
  await say(page, 'What does it do?');
  await expect(waiting(page)).toHaveCount(1);
  await context.setOffline(false);
  await expect(page.getByText(/^tool\.txt: .*PDF/)).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(chat.input(page)).toHaveValue('What does it do?');
  await expect(page.getByRole('list', { name: 'Files to send' }).getByRole('alert')).toContainText('PDF');
  await remove(page, 'tool.txt').click();
  await expect(remove(page, 'notes.txt')).toBeVisible();
  await expect(waitingFiles(page)).toHaveCount(0);
  // While a file is being added, Enter sends nothing.
  await expect(page.getByRole('list', { name: 'Files to send' }).getByRole('progressbar')).toHaveCount(0);
  await chat.input(page).press('Enter');
  await expect(page.getByText('Bring the keys.').first()).toBeVisible();
  await answerDone(page);

  // Files of a draft are uploaded when there is a connection. Nothing is left on this device after signing out.
  await context.setOffline(true);
  await add(page, ['draft.txt', 'Later.']);
  await expect(waitingFiles(page)).toHaveCount(1);
  await context.setOffline(false);
  await expect(waitingFiles(page)).toHaveCount(0);
  await expect(remove(page, 'draft.txt')).toBeVisible();
  const taken = () => uploads.flatMap((one) => (one.startsWith('201 ?name=') ? one.slice('201 ?name='.length) : []));
  await expect.poll(taken).toEqual(['lease.txt', 'notes.txt', 'draft.txt']);
  await context.setOffline(true);
  await add(page, ['secret.txt', 'Nobody else may read this.']);
  await expect(waitingFiles(page)).toHaveCount(1);
  expect(await keptFiles(page)).toBeGreaterThan(0);
  await context.setOffline(false);
  await context.route(/\/api\/files\?name=/, (route) => route.abort());
  await chooseInHeader(page, 'Sign out');
  await expect.poll(() => keptFiles(page)).toBe(0);
});

test('a guest adds a file offline, also when the connection breaks during the upload', async ({
  page,
  context,
  server,
}) => {
  const order: string[] = [];
  context.on('request', (request) => {
    if (isUpload(request)) order.push('upload');
    if (/chat\.(guestStatus|send)/.test(request.url()))
      order.push(/guestStatus/.test(request.url()) ? 'identity' : 'send');
  });
  await openChat(page, server);
  await context.route(/\/api\/files\?name=/, (route) => route.abort());
  await add(page, ['key.txt', 'The key is blue, as [1] and [2] say.']);
  await expect(waitingFiles(page)).toHaveCount(1);
  await context.setOffline(true);
  await say(page, 'Which key is blue?');
  await expect(waiting(page)).toBeVisible();
  await context.unroute(/\/api\/files\?name=/);
  await context.clearCookies();
  order.length = 0;
  await context.setOffline(false);
  await expect(waiting(page)).toHaveCount(0);
  await expect(
    page.getByRole('log', { name: 'Messages' }).getByText(/^The key is blue, as \[\u20601\] and \[\u20602\] say\./),
  ).toBeVisible();
  await answerDone(page);
  await expect(page.getByText('9 messages left')).toBeVisible();
  // Without an identity, the file and the message would belong to two guests.
  expect(order.indexOf('identity')).toBeLessThan(order.indexOf('upload'));
  expect(order.filter((one) => one === 'upload')).toHaveLength(1);
});
