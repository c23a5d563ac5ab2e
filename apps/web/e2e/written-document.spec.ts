import { expect, type Page } from '@playwright/test';
import type { ModelCall } from '../../server/src/testing/stand-ins/model-server.ts';
import { chat, openChat, say } from './support/chat.ts';
import { test } from './support/test.ts';

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `Line ${from + at}: the tide comes in.\n`).join('');
/** The inside of a JSON text. */
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
const panelOf = (page: Page) => page.getByRole('region', { name: 'Document', exact: true });
const rowOf = (page: Page) => page.getByRole('button', { name: 'Writing “Tides”' });

/** A model that writes a document, and continues when the test says so. */
function tides() {
  let call: ModelCall | undefined;
  return {
    answer(asked: ModelCall) {
      if (call || !asked.tools.includes('write_document')) {
        asked.write('It is ready.');
        return asked.finish();
      }
      call = asked;
      asked.callPart('{"title":"Tides","kind":"markdown","content":"', 'write_document');
      asked.callPart(escaped(lines(0, 80)));
    },
    more: () => call?.callPart(escaped(lines(80, 160))),
    end() {
      call?.callPart('"}');
      call?.finish('tool_calls');
    },
  };
}

for (const width of [390, 1280])
  test(`the source of a document streams in at ${width} px, survives a reload, and becomes the document in place`, async ({
    page,
    startModel,
    startServer,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const model = tides();
    const server = await startServer((await startModel(model.answer)).env);
    await openChat(page, server);
    await say(page, 'Write about the tides');
    await rowOf(page).click();
    const panel = panelOf(page);
    // Reading begins at the top, as in the thread.
    await expect(panel.getByText('Line 0:')).toBeVisible();
    await expect(panel.getByText('Writing…')).toBeVisible();

    await page.reload();
    await expect(panel.getByText('Line 0:')).toBeVisible();
    const scroller = panel.locator('.cm-scroller');
    await scroller.evaluate((element) => element.scrollTo({ top: 200 }));
    model.more();
    await expect.poll(() => scroller.evaluate((element) => element.scrollHeight)).toBeGreaterThan(2_500);
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(200);

    model.end();
    await expect(panel.getByText('Text · Version 1')).toBeVisible();
    await expect(panel.getByRole('tab', { name: 'Source' })).toHaveAttribute('aria-selected', 'true');
    await expect(panel.getByText('Line 10:')).toBeVisible();
  });

test('Stop makes no document of what was written, and the row goes', async ({ page, startModel, startServer }) => {
  const server = await startServer((await startModel(tides().answer)).env);
  await openChat(page, server);
  await say(page, 'Write about the tides');
  await expect(rowOf(page)).toBeVisible();
  await chat.stop(page).click();
  await expect(page.getByText('You stopped this answer.')).toBeVisible();
  await expect(rowOf(page)).toHaveCount(0);
  await expect(page.getByText('Writing “Tides”')).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Documents' })).toHaveCount(0);
});
