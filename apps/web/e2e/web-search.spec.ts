import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { typing } from '../../server/src/testing/stand-ins/model-server.ts';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, openChatSignedIn, say, wordsOf } from './support/chat.ts';
import { findingsAsItIs } from './support/findings.ts';
import { test } from './support/test.ts';

const webSearch = (page: Page) => page.getByRole('switch', { name: 'Web search' });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Sources' });

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;

/** Without animations: axe would see colours in the middle of a fade. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A SearXNG instance that waits for `release`, with two pages of its own. */
async function startWeb() {
  const released = Promise.withResolvers<void>();
  const server = http.createServer(async (request, response) => {
    const { origin, pathname } = new URL(request.url ?? '', `http://${request.headers.host}`);
    if (pathname === '/search') {
      await released.promise;
      const results = ['walnut', 'cake'].map((name) => ({ url: `${origin}/${name}`, title: name }));
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ results }));
    } else
      response
        .setHeader('Content-Type', 'text/html')
        .end(
          `<title>All about the ${pathname.slice(1)}</title><article><p>Walnuts: the ${pathname.slice(1)} is old.</p></article>`,
        );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    env: { WEB_SEARCH_URL: url, WEB_FETCH_PRIVATE: 'true' },
    release: () => released.resolve(),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

test('without a model and a search service, an answer cites built-in pages, which open', async ({ page, server }) => {
  await openChat(page, server);
  await expect(webSearch(page)).toHaveAttribute('aria-checked', 'false');
  await webSearch(page).click();
  await expect(webSearch(page)).toHaveAttribute('aria-checked', 'true');
  await say(page, 'Search the web: what is Noek?');
  const answer = await answerDone(page);
  await expect(answer).toContainText('Searched the web for “Noek');
  const citation = answer.getByRole('link', { name: /^1 .*: What Noek is$/ });
  await expect(citation).toBeVisible();
  await expect(webSearch(page)).toHaveAttribute('aria-checked', 'true');

  await answer.getByRole('button', { name: 'Sources' }).click();
  await expect(panel(page).getByRole('blockquote').first()).toContainText('Noek is an AI chat assistant');
  const opened = page.context().waitForEvent('page');
  await panel(page)
    .getByRole('link', { name: /^What Noek is/ })
    .click();
  const help = await opened;
  await expect(help.getByRole('heading', { level: 1, name: 'What Noek is' })).toBeVisible();
  for (const size of sizes) {
    await help.setViewportSize(size);
    expect(await findingsAsItIs(help, 'a built-in page')).toEqual([]);
  }
});

test('a search with two sources: its steps, its citations and its panel, on wide and narrow screens', async ({
  page,
  context,
  startModel,
  startServer,
}) => {
  const web = await startWeb();
  const model = await startModel(typing('Walnuts are seeds [1]. Their cake is old [2]. Nobody knows more [9].', 0));
  const server = await startServer({ ...model.env, ...web.env });
  expect(server.output.stdout).toContain('WEB_FETCH_PRIVATE is on');
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await webSearch(page).focus();
  await page.keyboard.press('Space');
  await say(page, 'Are walnuts seeds?');
  await expect(chat.answers(page).last()).toContainText('Searching the web for “walnuts seeds”');
  // So far, the model was only asked what to search for.
  expect(model.calls.map(({ tools }) => tools)).toEqual([['web_search']]);
  web.release();
  const answer = await answerDone(page);
  const site = web.url.slice('http://'.length);
  await expect(answer.locator('.prose')).toHaveText(
    `Walnuts are seeds 1 ${site}. Their cake is old 2 ${site}. Nobody knows more.`,
  );
  const first = answer.getByRole('link', { name: `1 ${site}: All about the walnut` });
  await expect(first).toHaveAttribute('href', `${web.url}/walnut`);
  await answer.getByRole('button', { name: /Searched the web/ }).click();
  await expect(answer.getByText(`Read ${site}`)).toHaveCount(2);

  const card = answer
    .getByRole('list', { name: 'Sources of this answer' })
    .getByRole('link', { name: /^All about the cake/ });
  await expect(card).toHaveAttribute('href', `${web.url}/cake`);
  const passage = page.locator('[data-tooltip-bubble]');
  await card.hover();
  await expect(passage).toContainText('All about the cake');
  await page.mouse.move(0, 0);
  await expect(passage).toHaveCount(0);
  await answer.getByRole('button', { name: 'Copy answer' }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(card).toBeFocused();
  await expect(passage).toContainText('All about the cake');

  for (const size of sizes) {
    await page.setViewportSize(size);
    const isPhone = size.width === 390;
    const shown = isPhone ? page.getByRole('button', { name: 'Switched on: Web search' }) : webSearch(page);
    await expect(shown).toBeVisible();
    expect(await findingsAsItIs(page, `the answer at ${size.width}`)).toEqual([]);
    await first.focus();
    await page.keyboard.press('Enter');
    await expect(panel(page).getByRole('link', { name: /^All about the walnut/ })).toBeFocused();
    await expect(panel(page).getByRole('blockquote')).toHaveText([
      'Walnuts: the walnut is old.',
      'Walnuts: the cake is old.',
    ]);
    const box = await panel(page).boundingBox();
    // At the side of a wide page; on a phone a sheet from below, as wide as the screen.
    if (isPhone) expect(box).toMatchObject({ x: 0, width: 390 });
    else expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(size.width);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(size.height);
    expect(await findingsAsItIs(page, `the panel at ${size.width}`)).toEqual([]);
    if (size.width === 1280) {
      // The conversation beside it can be used, and is not covered.
      await chat.input(page).fill('And hazelnuts?');
      await expect(panel(page)).toBeVisible();
      const text = await answer.boundingBox();
      expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThan(box?.x ?? 0);
      await card.click();
      await expect(panel(page)).toHaveCount(1);
      await expect(panel(page).getByRole('link', { name: /^All about the cake/ })).toBeFocused();
      await first.click();
      await expect(panel(page).getByRole('link', { name: /^All about the walnut/ })).toBeFocused();
    }
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(first).toBeFocused();
  }

  await page.reload();
  await expect(page.getByRole('button', { name: 'Switched on: Web search' })).toBeVisible();
  await expect(chat.answers(page).last().getByRole('link', { name: /^2 / })).toBeVisible();
  expect(await wordsOf(chat.answers(page).last())).not.toContain('[9]');
  await web.close();
});
