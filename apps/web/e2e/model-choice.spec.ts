import { expect, type Page } from '@playwright/test';
import { type ModelServer, typing } from '../../server/src/testing/stand-ins/model-server.ts';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, openChatSignedIn, say, switchInBox } from './support/chat.ts';
import { findingsAsItIs } from './support/findings.ts';
import { test } from './support/test.ts';

const picker = (page: Page) => page.getByRole('button', { name: /^Model: / });
const choose = async (page: Page, name: string) => {
  await picker(page).click();
  await page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) }).click();
};

/** Settings with two providers; the second also has a model for SuperNoek. */
function providers(first: ModelServer, second: ModelServer): { AI_PROVIDERS: string } {
  const [one, two] = [first, second].map(({ env }) => JSON.parse(env.AI_PROVIDERS)[0]);
  const list = [
    { ...one, name: 'First', model: 'quick' },
    { ...two, name: 'Second', model: 'careful', premiumModel: 'brilliant' },
  ];
  return { AI_PROVIDERS: JSON.stringify(list) };
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a model chosen with the keyboard answers, stays chosen, and shows in every open tab', async ({
  page,
  context,
  startModel,
  startServer,
}) => {
  const [first, second] = [
    await startModel(typing('From the first.', 0)),
    await startModel(typing('From the second.', 0)),
  ];
  const server = await startServer(providers(first, second));
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await expect(picker(page)).toHaveText('Model: Automatic');
  // Choosing a model of SuperNoek leads to the plan and does not choose the model.
  await choose(page, 'brilliant');
  const note = page.getByRole('main').getByText('brilliant is included in SuperNoek.');
  await expect(note.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/subscribe');
  await expect(picker(page)).toHaveText('Model: Automatic');
  await picker(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: /^Automatic/ })).toBeFocused();
  await page.keyboard.type('care');
  await expect(page.getByRole('menuitemradio', { name: /^careful/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(picker(page)).toHaveText('Model: careful');
  await say(page, 'Hello');
  await expect(await answerDone(page)).toContainText('From the second.');
  expect(first.calls).toHaveLength(0);

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(picker(other)).toHaveText('Model: careful');
  await choose(other, 'Automatic');
  await expect(picker(page)).toHaveText('Model: Automatic');
  await page.reload();
  await expect(picker(page)).toHaveText('Model: Automatic');
  await say(page, 'And now?');
  await expect(chat.answers(page).nth(1)).toContainText('From the first.');
});

test("the failure of a chosen model is shown, and another model's answer is another version", async ({
  page,
  startModel,
  startServer,
}) => {
  const [first, second] = [
    await startModel(typing('From the first.', 0)),
    await startModel((call) => call.refuse(400, 'no')),
  ];
  const server = await startServer(providers(first, second));
  await openChat(page, server);
  await choose(page, 'careful');
  await say(page, 'Hello');
  const answer = chat.answers(page).last();
  await expect(answer).toContainText('careful did not answer. Try again or answer with another model.');
  expect(first.calls).toHaveLength(0);

  await answer.getByRole('button', { name: 'Answer with another' }).click();
  await expect(page.getByRole('menuitem', { name: /^brilliant/ })).toHaveAttribute('href', '/subscribe');
  await page.getByRole('menuitem', { name: /^quick/ }).click();
  await expect(await answerDone(page)).toContainText('From the first.');
  await expect(picker(page)).toHaveText('Model: quick');

  // The same from the actions of an answer, with the keyboard.
  await answer.getByRole('button', { name: 'Other answer with…' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Automatic' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(answer).toContainText('2/2');
  await expect(await answerDone(page)).toContainText('From the first.');
});

/** The list of models that the page reads when the picker opens, with efforts and an end. */
async function withEfforts(page: Page): Promise<void> {
  const end = new Date(Date.now() + 12 * 86_400_000).toISOString().slice(0, 10);
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    const config = (await response.json()) as { models: { name: string }[] };
    const models = config.models.map((model) =>
      model.name === 'quick' ? { ...model, endsAt: end, efforts: ['quick', 'thorough'] } : model,
    );
    await route.fulfill({ response, json: { ...config, models } });
  });
}

for (const [width, height, colorScheme] of [
  [1280, 800, 'light'],
  [390, 844, 'dark'],
  [320, 640, 'dark'],
] as const)
  test(`the effort at ${width} pixels, ${colorScheme}: with the keyboard, kept after a reload, and axe finds nothing`, async ({
    page,
    context,
    startModel,
    startServer,
  }) => {
    const [first, second] = [await startModel(typing('Hello.', 0)), await startModel()];
    const server = await startServer(providers(first, second));
    await signIn(context, server);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await withEfforts(page);
    await page.goto(server.url);
    await expect(chat.welcome(page)).toBeVisible();
    await say(page, 'Hello');
    await answerDone(page);
    await picker(page).focus();
    await page.keyboard.press('Enter');
    const efforts = page.getByRole('group', { name: 'Effort' }).getByRole('menuitemradio');
    await expect(efforts).toHaveText(['Automatic', 'Quick', 'Thorough']);
    await expect(efforts.first()).toBeChecked();
    await expect(page.getByText(/^Ends on \d{1,2} \w+( \d{4})?$/)).toBeVisible();
    await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await findingsAsItIs(page, 'efforts')).toEqual([]);
    await page.keyboard.press('End');
    await expect(efforts.last()).toBeFocused();
    const saved = page.waitForResponse((response) => response.url().includes('chat.changeAnswerSettings'));
    await page.keyboard.press('Enter');
    expect((await saved).ok()).toBe(true);
    await expect(picker(page)).toHaveText('Model: Automatic · Thorough');
    await expect(picker(page)).toBeFocused();
    await page.reload();
    await picker(page).click();
    await expect(efforts.last()).toBeChecked();
    await page.getByRole('menuitemradio', { name: /^careful/ }).click();
    await expect(picker(page)).toHaveText('Model: careful');
    await picker(page).click();
    await expect(page.getByRole('menuitemradio', { name: /^careful/ })).toBeChecked();
    await expect(efforts).toHaveCount(0);
  });

for (const size of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  test(`the picker and the menu at ${size.width} pixels: they fit, and axe finds nothing in either theme`, async ({
    page,
    context,
    startModel,
    startServer,
  }) => {
    const [first, second] = [await startModel(), await startModel()];
    const server = await startServer(providers(first, second));
    await signIn(context, server);
    await page.setViewportSize(size);
    await page.goto(server.url);
    await expect(chat.welcome(page)).toBeVisible();
    await switchInBox(page, 'Fun Mode');
    await expect(page.getByRole('banner').getByText('Fun Mode')).toBeVisible();
    await choose(page, 'careful');
    await say(page, 'Hello');
    await expect(chat.questions(page).last()).toContainText('Hello');
    await answerDone(page);
    const send = await chat.send(page).boundingBox();
    const box = await picker(page).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= (send?.x ?? 0)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    expect(await findingsAsItIs(page, 'picker')).toEqual([]);
    await picker(page).click();
    await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
    expect(await findingsAsItIs(page, 'models')).toEqual([]);
    await page.keyboard.press('Escape');
    await chat.answers(page).last().getByRole('button', { name: 'Other answer with…' }).click();
    await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('menu')).toContainText('Second · careful');
    expect(await findingsAsItIs(page, 'menu')).toEqual([]);
  });
