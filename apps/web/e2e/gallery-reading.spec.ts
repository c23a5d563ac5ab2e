import { expect } from '@playwright/test';
import { openDatabase } from '../../../packages/db/src/open.ts';
import { insertConversation } from '../../../packages/db/src/testing/factories.ts';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { type Account, signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, say } from './support/chat.ts';
import { desk, picture } from './support/gallery.ts';
import { seedMessages } from './support/seed-messages.ts';
import { test } from './support/test.ts';

// Part of `npm run gallery`: what makes a conversation easy to read and to find again.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const dayMs = 24 * 60 * 60_000;
const columns = ['Service', 'Region', 'Requests', 'p50', 'p95', 'p99', 'Errors', 'Cost', 'Owner', 'Notes'];
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
const terms = Array.from({ length: 14 }, (_, at) => `a_{${at}} x^{${at}}`).join(' + ');
const lines = Array.from({ length: 60 }, (_, at) => `const step${at} = await takeStep(${at}, options) // and so on`);
const wide = `${row(columns)}${row(columns.map(() => '---'))}${row(columns.map((name) => `${name} of it`))}
$$\nf(x) = ${terms}\n$$\n
\`\`\`ts\nexport async function everyStep(options: { leading?: boolean; trailing?: boolean; waitInMilliseconds?: number }) {
${lines.join('\n')}\n}\n\`\`\`\n\nThe lantern is lit at the end.`;
const pasted = `Here is the log:\n${Array.from({ length: 30 }, (_, at) => `${at} the lantern went out`).join('\n')}`;
const question = 'Why does this fail?\n\n```ts\nconst lit = lantern?.isLit ?? true\n```\n\nIt worked yesterday.';

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

/** Writes a conversation for each of these ages, in days. */
async function seedAges(server: ServerProcess, { email }: Account, ages: readonly number[]): Promise<void> {
  const db = await openDatabase(`file:${server.dataDir}/noek.db`);
  try {
    const user = (await db.orm.select().from(db.tables.users)).find((one) => one.email === email);
    for (const [index, days] of ages.entries())
      await insertConversation(db, { userId: user?.id ?? '', title: `Chat ${index}`, updatedAt: daysAgo(days) });
  } finally {
    await db.close();
  }
}

test('groups of conversations, days of messages, wide and long parts, results of a search', async ({
  page,
  context,
  server,
}) => {
  const account = await signIn(context, server);
  await seedAges(server, account, [1, 3, 6, 12, 29, 70, 500]);
  const said = [question, 'Because.', 'All of it?', wide, pasted, 'I see.'];
  const ages = [40, 40, 1, 1, 0, 0];
  const messages = said.map((content, index) => ({ content, createdAt: daysAgo(ages[index] ?? 0) }));
  const { id } = await seedMessages(server, account, messages);
  await page.goto(`${server.url}/chat/${id}`);
  await answerDone(page);
  await picture(page, 'reading-end');
  await chat.questions(page).first().scrollIntoViewIfNeeded();
  await picture(page, 'reading-days');
  const answer = chat.answers(page).nth(1);
  await answer.getByRole('region', { name: 'Table' }).scrollIntoViewIfNeeded();
  await answer.getByRole('region', { name: 'Table' }).hover();
  await picture(page, 'reading-wide');
  await page.setViewportSize(desk);
  await answer.getByRole('button', { name: /^Show all/ }).click();
  await answer.getByRole('button', { name: 'Wrap long lines' }).click();
  await picture(page, 'reading-code');
  await page.setViewportSize(desk);
  await page.keyboard.press('ControlOrMeta+k');
  const dialog = page.getByRole('dialog', { name: 'Search your conversations' });
  await dialog.getByRole('combobox').fill('lantern');
  await dialog.getByRole('option').last().click();
  await expect(page.getByRole('group', { name: 'Results for “lantern”' })).toBeVisible();
  await picture(page, 'reading-found');
});

test("a guest's last chat, and few messages left", async ({ page, startServer }) => {
  const server = await startServer({ GUEST_MESSAGE_LIMIT: '3' });
  await openChat(page, server);
  await say(page, 'Which tides are the highest?');
  await answerDone(page);
  await page.getByRole('link', { name: 'Noek', exact: true }).click();
  await expect(page.getByRole('link', { name: /^Your last chat/ })).toBeVisible();
  await picture(page, 'welcome-last-chat');
});
