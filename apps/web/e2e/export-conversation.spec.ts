import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { answerDone, chat, chooseInHeader, openChat, openChatSignedIn, say } from './support/chat.ts';
import { kept, shellReady } from './support/kept.ts';
import { seedMessages } from './support/seed-messages.ts';
import { choose, tab } from './support/sidebar.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export conversation' });

/** Downloads a file from the dialog. */
async function download(page: Page, label: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('link', { name: label, exact: true }).click(),
  ]);
  await expect(dialog(page)).toBeHidden();
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** Opens the printable page from the dialog. */
async function printable(page: Page): Promise<Page> {
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    dialog(page).getByRole('link', { name: 'Printable page' }).click(),
  ]);
  return opened;
}

const texts = [
  'Show me `everything`.',
  [
    '# A heading\n\nSome words with *emphasis*, $e^{i\\pi}+1=0$ and a [link](https://example.org/page).',
    `\`\`\`ts\nconst long = '${'word '.repeat(60)}';\n${'let line = 1;\n'.repeat(50)}\`\`\``,
    '| Tea | Minutes |\n| --- | --- |\n| Green | 2 |\n| Black | 4 |',
  ].join('\n\n'),
];

test('a conversation is downloaded as Markdown and as JSON from its menus, an archived one too', async ({
  page,
  context,
  server,
}) => {
  const account = await signIn(context, server);
  const { id } = await seedMessages(server, account, texts, 'Tea: a plan?');
  await openChatSignedIn(page, server);
  await choose(page, 'Tea: a plan?', 'Export');
  const markdown = await download(page, 'Markdown');
  expect(markdown.name).toBe('noek-Tea-a-plan.md');
  expect(markdown.text).toMatch(/^# Tea: a plan\?\n/);
  expect(markdown.text).toContain('Show me `everything`.');

  await page.goto(`${server.url}/chat/${id}`);
  await chooseInHeader(page, 'Export');
  const json = await download(page, 'JSON');
  expect(json.name).toBe('noek-Tea-a-plan.json');
  expect(JSON.parse(json.text)).toMatchObject({
    format: 'noek-archive',
    conversation: { id, title: 'Tea: a plan?' },
    messages: [{ content: texts[0] }, { content: texts[1] }],
  });

  await context.request.post(`${server.url}/api/conversations/${id}/archive`);
  await tab(page, 'Archived').click();
  await choose(page, 'Tea: a plan?', 'Export');
  expect((await download(page, 'Markdown')).text).toContain('Archived.');
});

test('the printable page shows everything dark on light, and only the document on paper', async ({
  page,
  context,
  server,
}) => {
  const account = await signIn(context, server);
  const { id } = await seedMessages(server, account, texts, 'All kinds of text');
  await page.goto(`${server.url}/chat/${id}`);
  await page.evaluate(() => localStorage.setItem('noek_theme', 'dark'));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await chooseInHeader(page, 'Export');
  const paper = await printable(page);
  await expect(paper).toHaveURL(`${server.url}/chat/${id}/print`);
  await expect(paper).toHaveTitle('All kinds of text · Noek');
  await expect(paper.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(paper.getByRole('heading', { level: 1, name: 'All kinds of text' })).toBeVisible();
  await expect(paper.getByRole('heading', { name: 'A heading' })).toBeVisible();
  await expect(paper.locator('.katex').first()).toBeVisible();
  await expect(paper.getByRole('cell', { name: 'Green' })).toBeVisible();
  await expect(paper.getByText(/^Created .+, last changed /)).toBeVisible();

  const called = paper.evaluate(
    () =>
      new Promise((done) => {
        window.print = () => done(true);
      }),
  );
  await paper.getByRole('button', { name: 'Print' }).click();
  expect(await called).toBe(true);

  await paper.emulateMedia({ media: 'print' });
  await expect(paper.getByRole('button')).toHaveCount(0);
  await expect(paper.getByRole('link', { name: 'Back to the chat' })).toBeHidden();
  // Neither cut at the side nor folded.
  const code = await paper.locator('pre').evaluate((pre) => ({
    cut: pre.scrollWidth > pre.clientWidth + 1 || pre.scrollHeight > pre.clientHeight + 1,
    height: pre.clientHeight,
  }));
  expect(code.cut).toBe(false);
  expect(code.height).toBeGreaterThan(600);
  expect((await paper.pdf()).length).toBeGreaterThan(5_000);

  await paper.emulateMedia({ media: 'screen' });
  await paper.getByRole('link', { name: 'Back to the chat' }).click();
  await expect(chat.thread(paper)).toBeVisible();
  await expect(paper.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a chat that is printed has its wide tables, code and formulas whole, and what details hide', async ({
  page,
  context,
  server,
}) => {
  const account = await signIn(context, server);
  const columns = Array.from({ length: 8 }, (_, index) => `${'abcdefgh'[index]}`);
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const wide = [
    [row(columns), row(columns.map(() => '---')), row(columns.map((name) => name.repeat(16)))].join('\n'),
    `\`\`\`\n${'word'.repeat(60)}\n\`\`\``,
    `$$\n${'a_1 + b_2 + '.repeat(30)}c\n$$`,
    '<details>\n<summary>More</summary>\n\nHidden words.\n\n</details>',
  ].join('\n\n');
  const { id } = await seedMessages(server, account, ['Wide?', wide], 'Wide things');
  await page.goto(`${server.url}/chat/${id}`);
  await expect(page.locator('.katex-display').first()).toBeVisible();
  // A4 without its margins.
  await page.setViewportSize({ width: 680, height: 990 });
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const paper = page.locator('.printed');
  await expect(paper.getByRole('cell')).toHaveCount(8);
  await expect(paper.locator('.katex-display')).toBeVisible();
  await expect(paper.getByText('Hidden words.')).toBeVisible();
  const beyond = await paper.evaluate((root) => {
    const edge = root.getBoundingClientRect().right + 1;
    return [...root.querySelectorAll('td, pre, .katex-display .base')].flatMap((part) =>
      part.getBoundingClientRect().right > edge || part.getBoundingClientRect().width === 0
        ? part.className || part.localName
        : [],
    );
  });
  expect(beyond).toEqual([]);
});

test('all of 500 messages are printed, in order; without a connection, those that are kept', async ({
  page,
  context,
  server,
}) => {
  const account = await signIn(context, server);
  const many = Array.from({ length: 500 }, (_, at) => `Text number ${at}.`);
  const { id } = await seedMessages(server, account, many, 'Long');
  await page.goto(`${server.url}/chat/${id}`);
  await expect(chat.thread(page)).toContainText('Text number 499.');
  await expect.poll(async () => (await kept(page))?.messages.length).toBe(40);
  await shellReady(page);
  await page.goto(`${server.url}/chat/${id}/print`);
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeEnabled();
  const shown = () => page.locator('[data-message]').allTextContents();
  const numbers = async () => (await shown()).map((text) => Number(/Text number (\d+)\./.exec(text)?.[1]));
  expect(await numbers()).toEqual(many.map((_, at) => at));

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^The server cannot be reached\. Only the newest messages are kept/)).toBeVisible();
  expect(await numbers()).toEqual(many.map((_, at) => at).slice(-40));
});

test('guests export their own chats; a conversation that is not there, or is empty, says so', async ({
  page,
  context,
  server,
}) => {
  await openChat(page, server);
  await say(page, 'What is 6 times 7?');
  await answerDone(page);
  await chooseInHeader(page, 'Export');
  expect((await download(page, 'Markdown')).text).toContain('What is 6 times 7?');
  await chooseInHeader(page, 'Export');
  const paper = await printable(page);
  await expect(paper.locator('[data-message]').first()).toContainText('What is 6 times 7?');

  await page.goto(`${server.url}/chat/12345/print`);
  await expect(page.getByRole('heading', { name: 'Conversation not found' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(0);
  await signIn(context, server);
  const [empty] = await addConversations(context, server, ['Nothing yet']);
  await page.goto(`${server.url}/chat/${empty}/print`);
  await expect(page.getByText('This conversation has no messages yet.')).toBeVisible();
});
