import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { auth } from './support/auth.ts';
import { answerDone, chat, openChatSignedIn, say } from './support/chat.ts';
import { askAboutLease, desk, phone, picture, root } from './support/gallery.ts';
import { test } from './support/test.ts';
import { showTheme } from './support/theme.ts';

// `npm run gallery`: screenshots of every page of the company site in gallery/, for review. Not part of the tests.
// `npm run pictures` takes the pictures that its home page shows.

test.use({ contextOptions: { reducedMotion: 'reduce' }, deviceScaleFactor: process.env.GALLERY === 'docs' ? 2 : 1 });

const pages = [
  ['company', '/', 4_400],
  ['company-landing', '/landing', 2_400],
  ['company-release-notes', '/release-notes', 2_400],
  ['company-policies', '/policies', 1_200],
  ['company-privacy', '/policies/privacy-policy', 2_400],
  ['company-terms', '/policies/terms-of-service', 2_400],
  ['company-ai-usage', '/policies/ai-usage-policy', 2_400],
  ['company-developers', '/developers', 2_400],
  ['company-developers-rest', '/developers/rest', 2_400],
  ['company-developers-procedures', '/developers/typed-procedures', 2_400],
  ['company-developers-programs', '/developers/programs', 2_400],
  ['company-not-found', '/nothing', 800],
] as const;

test('the company site', async ({ page, startServer }) => {
  const server = await startServer({ DONATION_URL: 'https://donate.example.com/noek' });
  for (const [name, path, height] of pages) {
    await page.goto(`${server.origins.company}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await loadPictures(page);
    await picture(page, name, [
      { ...desk, height },
      { width: 768, height },
      { ...phone, height },
      { width: 320, height },
    ]);
  }
  await page.goto(`${server.origins.company}/landing`);
  await page.getByRole('button', { name: 'Test Login (Debug)' }).click();
  await expect(auth.logout(page)).toBeVisible();
  await picture(page, 'company-signed-in-narrow', [
    { width: 768, height: 600 },
    { width: 320, height: 600 },
  ]);
});

/** Loads every picture, including those of the other theme and those further down. */
const loadPictures = (page: Page) =>
  page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode()));
  });

const folder = `${root}apps/web/src/features/company/pictures`;

test('pictures for the home page', { tag: '@pictures' }, async ({ page, context, startServer }) => {
  test.skip(process.env.GALLERY !== 'docs', 'npm run pictures takes them');
  mkdirSync(folder, { recursive: true });
  // Citations of the built-in pages show this host.
  const server = await startServer({ COMPANY_ORIGIN: 'https://noek.example' });
  await promisify(execFile)(process.execPath, [`${root}scripts/seed.ts`], {
    env: { DATA_DIR: server.dataDir, PORT: String(server.port), LOG_LEVEL: 'warn' },
  });
  await signIn(context, server, { name: 'Mira Novak', email: 'mira@example.com', password: 'lantern-42-quay' });
  for (const data of [
    { title: 'Lives in Ljubljana', content: 'Moved there from Graz in 2019.', category: 'Home' },
    {
      title: 'Works with TypeScript',
      content: 'Node.js, React, PostgreSQL. Small hooks, no library.',
      category: 'Work',
    },
    {
      title: 'No nuts',
      content: 'Hazelnuts and walnuts are out, almonds are fine.',
      category: 'Food',
      importance: 'high',
    },
    { title: 'Green tea', content: 'Every morning, without sugar.', category: 'Food', importance: 'low' },
  ])
    expect((await context.request.post(`${server.url}/api/memories`, { data })).status()).toBe(201);

  await page.setViewportSize({ width: 760, height: 520 });
  await page.goto(`${server.url}/memories`);
  await expect(page.getByText('Green tea')).toBeVisible();
  await take(page, 'memories');

  await page.setViewportSize({ width: 1280, height: 860 });
  await openChatSignedIn(page, server);
  await chat.row(page, 'Debounced search').getByRole('link').click();
  await answerDone(page);
  // Both load after the text.
  await expect(page.locator('.code-keyword').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  await fromTheTop(page);
  await take(page, 'chat');
  await page.setViewportSize({ width: 390, height: 640 });
  await fromTheTop(page);
  await take(page, 'chat-phone');

  await page.setViewportSize({ width: 1280, height: 520 });
  await page.goto(server.url);
  await page.getByRole('button', { name: 'New chat' }).first().click();
  await page.getByRole('switch', { name: 'Web search' }).click();
  await say(page, 'Search the web: what is Noek?');
  await answerDone(page);
  await page.setViewportSize({ width: 760, height: 720 });
  await fromTheTop(page);
  await take(page, 'sources', withoutBox);

  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(server.url);
  await page.getByRole('button', { name: 'New chat' }).first().click();
  await expect(chat.welcome(page)).toBeVisible();
  await askAboutLease(page);
  await page.setViewportSize({ width: 760, height: 720 });
  await fromTheTop(page);
  await take(page, 'files', withoutBox);

  const made = await context.request.post(`${server.url}/api/projects`, {
    data: { name: 'The old mill', color: 'green', instructions: 'Answer in short sentences. Amounts are in euros.' },
  });
  const { id: projectId } = (await made.json()) as { id: string };
  for (const title of ['The deposit and the rent', 'A letter to the owner', 'What the roof will cost']) {
    const answer = await context.request.post(`${server.url}/api/conversations`, { data: { title } });
    const { id } = (await answer.json()) as { id: number };
    const moved = await context.request.patch(`${server.url}/api/conversations/${id}`, { data: { projectId } });
    expect(moved.status()).toBe(200);
  }
  await page.setViewportSize({ width: 760, height: 520 });
  await page.goto(`${server.url}/project/${projectId}`);
  await expect(page.getByRole('link', { name: 'A letter to the owner' })).toBeVisible();
  await take(page, 'project');
});

test('the picture for links to the site', { tag: '@pictures' }, async ({ page, server }) => {
  test.skip(process.env.GALLERY !== 'docs', 'npm run pictures takes it');
  // Half the size, because the device pixel ratio is 2.
  await page.setViewportSize({ width: 600, height: 315 });
  await page.goto(server.origins.company);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => {
    const shown = document.querySelector('main > section:first-child');
    const brand = document.querySelector('header a');
    if (!shown || !brand) throw new Error('The home page has changed.');
    const mark = brand.cloneNode(true) as HTMLElement;
    mark.classList.add('mb-6');
    for (const child of [...shown.children].slice(2)) child.remove();
    shown.prepend(mark);
    shown.setAttribute(
      'class',
      'fixed inset-0 z-(--z-toast) grid content-center justify-items-center bg-background px-8 text-center',
    );
  });
  await page.screenshot({ path: `${folder}/open-graph.png`, animations: 'disabled' });
});

/** A narrow window without the message box below the answer. */
const withoutBox = { x: 0, y: 0, width: 760, height: 520 };

/** Scrolls to the question, which is above the end that is shown. */
const fromTheTop = (page: Page) =>
  chat.thread(page).evaluate((thread) => {
    for (let area: Element | null = thread; area; area = area.parentElement) area.scrollTo(0, 0);
  });

/** Takes a picture in both themes, as WebP. */
async function take(
  page: Page,
  name: string,
  clip?: { x: number; y: number; width: number; height: number },
): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await showTheme(page, theme);
    await page.mouse.move(0, 0);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const png = await page.screenshot({ animations: 'disabled', caret: 'hide', ...(clip && { clip }) });
    writeFileSync(`${folder}/${name}-${theme}.webp`, await asWebp(page, png));
  }
  await showTheme(page, 'light');
}

/** The browser can write WebP. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const address = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    return canvas.toDataURL('image/webp', 0.75);
  }, png.toString('base64'));
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}
