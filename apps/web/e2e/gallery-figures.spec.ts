import { expect } from '@playwright/test';
import { addConversations, makeAccount, newAccount, signIn } from './support/accounts.ts';
import { answerDone, say } from './support/chat.ts';
import { desk, phone, picture } from './support/gallery.ts';
import { seedFigures } from './support/seed-figures.ts';
import { test } from './support/test.ts';

// `npm run gallery`: screenshots of every screen and state in gallery/, for review. Not part of the tests.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const whole = [
  { ...desk, height: 2200 },
  { ...phone, height: 3400 },
];

test('figures of a week, and two model providers, one of which fails', async ({
  page,
  context,
  startModel,
  startServer,
}) => {
  const boss = newAccount('Ida Lindqvist');
  const works = await startModel();
  const fails = await startModel((call) => call.refuse(500, 'overloaded'));
  const [nimbus, harbour] = [fails, works].map(({ env }) => JSON.parse(env.AI_PROVIDERS)[0] as object);
  const AI_PROVIDERS = JSON.stringify([
    { ...nimbus, name: 'Nimbus', model: 'nimbus-large' },
    { ...harbour, name: 'Harbour', model: 'harbour-2' },
  ]);
  const server = await startServer({ AI_PROVIDERS, ADMIN_EMAIL: boss.email });
  await makeAccount(server, boss);
  await seedFigures(server);
  await signIn(context, server, boss);
  const [id] = await addConversations(context, server, ['About tea']);
  await page.goto(`${server.url}/chat/${id}`);
  await say(page, 'Hello');
  await answerDone(page);
  await page.goto(`${server.url}/admin/figures`);
  await expect(page.getByRole('region', { name: 'Messages', exact: true }).getByRole('img')).toBeVisible();
  await expect(page.getByText('Harbour', { exact: true })).toBeVisible();
  await picture(page, 'admin-figures-week', whole);
  await page.setViewportSize(desk);
  await page.getByRole('region', { name: 'Messages', exact: true }).getByText('Show as table').click();
  await picture(page, 'admin-figures-table');
});
