import { expect, type Locator, type Page } from '@playwright/test';
import { type ModelServer, typing } from '../../server/src/testing/stand-ins/model-server.ts';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, chooseInHeader, openChat, openChatSignedIn, say } from './support/chat.ts';
import { findingsAsItIs } from './support/findings.ts';
import { test } from './support/test.ts';

const page1 = '<!doctype html>\n<title>Tide table</title>\n<h1>Tides</h1>';
const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;
const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, at) => `Paragraph ${at}: the moon pulls the water, and the shore waits.`).join(
    '\n\n',
  );

const panelOf = (page: Page) => page.getByRole('region', { name: 'Document', exact: true });
const editorOf = (page: Page) => panelOf(page).getByRole('textbox', { name: 'Source' });
const tab = (page: Page, name: string) => panelOf(page).getByRole('tab', { name });
const openButton = (page: Page) => page.getByRole('button', { name: 'Open', exact: true });

/** Asks for a page and opens its code block. */
async function openDocument(page: Page, question = 'Make a tide table'): Promise<Locator> {
  await say(page, question);
  await answerDone(page);
  await openButton(page).last().click();
  await expect(panelOf(page)).toBeVisible();
  return panelOf(page);
}

async function typeAtTop(page: Page, text: string): Promise<void> {
  await editorOf(page).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.insertText(text);
}

/** Pastes a text into the editor, as from the clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await editorOf(page).evaluate((editor, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

async function save(page: Page, version: number): Promise<void> {
  await page.keyboard.press('ControlOrMeta+s');
  await expect(panelOf(page).getByText(`Version ${version}`).first()).toBeVisible();
}

type TraceEvent = { name: string; ph: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };

/** How long a page worked in a trace, in milliseconds of the processor, so that other programs of the machine count little. */
function workedMs(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mains = new Set(
    traceEvents.flatMap((event) =>
      event.name === 'thread_name' && event.args?.name === 'CrRendererMain' ? [threadOf(event)] : [],
    ),
  );
  const times = traceEvents.flatMap((event) => (mains.has(threadOf(event)) && event.tdur ? [event.tdur / 1_000] : []));
  expect(times.length).toBeGreaterThan(100);
  return times.reduce((sum, ms) => sum + ms);
}

const answerWith = (answer: string): ModelServer['answer'] => typing(answer, 0);

test('a code block opens as a document beside the chat, an edit becomes a version, and an earlier one can be restored', async ({
  page,
  context,
  answering,
}) => {
  const { server } = await answering(answerWith(`Here it is:\n\n${fence('html', page1)}`));
  await signIn(context, server);
  await openChatSignedIn(page, server);
  const panel = await openDocument(page);
  await expect(panel.getByRole('heading', { name: 'Tide table' })).toBeVisible();
  await expect(panel.getByText('Web page · Version 1')).toBeVisible();
  await expect(page).toHaveURL(/\?document=/);

  await tab(page, 'Source').click();
  await typeAtTop(page, '<!-- mine -->\n');
  await expect(panel.getByText('Unsaved changes')).toBeVisible();
  await save(page, 2);
  await expect(panel.getByRole('button', { name: 'Save' })).toBeDisabled();

  await tab(page, 'Versions').click();
  const versions = panel.getByRole('list', { name: 'Versions' }).getByRole('listitem');
  await expect(versions).toHaveCount(2);
  await expect(versions.first()).toContainText('You');
  await expect(versions.last()).toContainText('Noek');
  await panel.getByRole('button', { name: /^Version 2/ }).click();
  await expect(panel.getByText('1 line added, 0 removed')).toBeVisible();
  await panel.getByRole('button', { name: 'All versions' }).click();
  await panel.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(versions).toHaveCount(3);
  await expect(chat.toast(page, 'Version 1 is the newest again')).toBeVisible();
  await tab(page, 'Source').click();
  await expect(editorOf(page)).not.toContainText('mine');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(editorOf(page)).toContainText('mine');

  // The same block is the same document.
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(panel).toBeHidden();
  await openButton(page).click();
  await expect(panelOf(page).getByText('Web page · Version 4')).toBeVisible();
});

test('guests have documents, a block that was cut by Stop has "Open", and a short text has none', async ({
  page,
  startModel,
  startServer,
}) => {
  const model = await startModel((call) => {
    call.write(`${fence('md', '# Short')}\n\n\`\`\`python\nprint("half`);
  });
  const server = await startServer(model.env);
  await openChat(page, server);
  await say(page, 'Count the tides');
  await expect(chat.answers(page)).toContainText('half');
  await expect(openButton(page)).toHaveCount(0);
  await chat.stop(page).click();
  await answerDone(page);
  await expect(openButton(page)).toHaveCount(1);
  await openButton(page).click();
  await expect(panelOf(page).getByRole('heading', { name: 'Count the tides' })).toBeVisible();
  await expect(panelOf(page).getByText('Python · Version 1')).toBeVisible();
  await tab(page, 'Source').click();
  await expect(editorOf(page)).toContainText('print("half');
});

test('what is read stays where it is while the panel opens and closes, and the focus returns', async ({
  page,
  context,
  answering,
}) => {
  const { server } = await answering(answerWith(`${paragraphs(14)}\n\n${fence('html', page1)}\n\n${paragraphs(8)}`));
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Make a tide table');
  await answerDone(page);
  await openButton(page).focus();
  const top = async () => Math.round((await openButton(page).boundingBox())?.y ?? 0);
  const before = await top();
  // A press of a key, because Playwright may scroll before it clicks.
  await page.keyboard.press('Enter');
  await expect(panelOf(page)).toBeFocused();
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2);
  const width = (await panelOf(page).boundingBox())?.width ?? 0;
  expect(Math.abs(width - (1280 - 272) / 2)).toBeLessThanOrEqual(2);
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toBeHidden();
  await expect(openButton(page)).toBeFocused();
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2);
  await expect(page).not.toHaveURL(/document=/);
  await page.goForward();
  await expect(panelOf(page)).toBeVisible();
  await page.goBack();
  await expect(panelOf(page)).toBeHidden();
});

test('a draft survives a reload, and the address keeps the document open', async ({ page, context, answering }) => {
  const { server } = await answering(answerWith(fence('html', page1)));
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await openDocument(page);
  await tab(page, 'Source').click();
  await typeAtTop(page, '<!-- not saved -->\n');
  await page.reload();
  await expect(panelOf(page).getByText('Your unsaved changes from earlier are here.')).toBeVisible();
  await expect(chat.thread(page).getByRole('article')).toHaveCount(2);
  await tab(page, 'Source').click();
  await expect(editorOf(page)).toContainText('<!-- not saved -->');
  await panelOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(panelOf(page).getByText('Web page · Version 2')).toBeVisible();
  await page.reload();
  await tab(page, 'Source').click();
  await expect(editorOf(page)).toContainText('<!-- not saved -->');
  await expect(panelOf(page).getByText(/unsaved/i)).toHaveCount(0);
});

test('a save in one tab shows in the other, and a draft there is a conflict that shows both', async ({
  page,
  context,
  answering,
}) => {
  const { server } = await answering(answerWith(fence('html', page1)));
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await openDocument(page);
  await tab(page, 'Source').click();
  const other = await context.newPage();
  await other.goto(page.url());
  await tab(other, 'Source').click();
  await expect(editorOf(other)).toContainText('Tides');

  await typeAtTop(page, '<!-- one -->\n');
  await save(page, 2);
  await expect(editorOf(other)).toContainText('<!-- one -->');
  await expect(panelOf(other).getByText('Web page · Version 2')).toBeVisible();

  await typeAtTop(other, '<!-- draft -->\n');
  await typeAtTop(page, '<!-- two -->\n');
  await save(page, 3);
  const notice = panelOf(other).getByRole('alert');
  await expect(notice).toContainText('Version 3 was saved while you were editing.');
  await expect(editorOf(other)).toContainText('<!-- draft -->');
  await expect(editorOf(other)).not.toContainText('<!-- two -->');
  await notice.getByRole('button', { name: 'Compare and merge' }).click();
  await expect(panelOf(other).locator('.compare-view')).toContainText('<!-- two -->');
  await expect(panelOf(other).locator('.compare-view')).toContainText('<!-- draft -->');
  await panelOf(other).getByRole('button', { name: 'Take this part of theirs' }).first().press('Enter');
  await panelOf(other)
    .getByRole('textbox', { name: /^Yours/ })
    .click();
  await other.keyboard.press('ControlOrMeta+Home');
  await other.keyboard.insertText('<!-- merged -->\n');
  await notice.getByRole('button', { name: 'Save the merged text' }).click();
  await expect(panelOf(page).getByText('Web page · Version 4')).toBeVisible();
  await expect(editorOf(page)).toContainText('<!-- merged --><!-- two -->');
  await other.close();
});

test('"Keep mine" saves after theirs, and "Take theirs" can be undone', async ({ page, context, answering }) => {
  const { server } = await answering(answerWith(fence('html', page1)));
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await openDocument(page);
  const id = new URL(page.url()).searchParams.get('document');
  const change = (baseVersion: number, content: string) =>
    page.request.patch(`${server.url}/api/documents/${id}`, {
      data: { baseVersion, content },
      headers: { origin: server.url },
    });
  await tab(page, 'Source').click();
  await typeAtTop(page, 'mine ');
  expect((await change(1, 'theirs')).status()).toBe(200);
  await panelOf(page).getByRole('button', { name: 'Keep mine as a new version' }).click();
  await expect(panelOf(page).getByText('Web page · Version 3')).toBeVisible();
  await typeAtTop(page, 'again ');
  expect((await change(3, 'theirs again')).status()).toBe(200);
  await panelOf(page).getByRole('button', { name: 'Take theirs' }).click();
  await expect(editorOf(page)).toHaveText('theirs again');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(editorOf(page)).toContainText('again mine');
  await expect(panelOf(page).getByText('Unsaved changes')).toBeVisible();
});

test('an edit that is saved offline waits, and is sent when the connection is back, also after a reload', async ({
  page,
  context,
  answering,
}) => {
  const { server } = await answering(answerWith(fence('html', page1)));
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await openDocument(page);
  await tab(page, 'Source').click();
  await context.setOffline(true);
  await typeAtTop(page, '<!-- offline -->\n');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(panelOf(page).getByText(/^Waiting for a connection/)).toBeVisible();
  await typeAtTop(page, '<!-- the last -->\n');
  await page.keyboard.press('ControlOrMeta+s');
  await context.setOffline(false);
  await expect(panelOf(page).getByText('Web page · Version 2')).toBeVisible();
  await expect(panelOf(page).getByText(/^Waiting/)).toHaveCount(0);
  await page.reload();
  await tab(page, 'Source').click();
  await expect(editorOf(page)).toContainText('<!-- the last -->');
});

test('everything can be done with the keyboard, and the editor does not trap it', async ({
  page,
  context,
  answering,
}) => {
  const { server } = await answering(answerWith(fence('js', 'let tide = 1;')));
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Make a tide table');
  await answerDone(page);
  await openButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(panelOf(page)).toBeFocused();
  await tab(page, 'Preview').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'Source')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tab(page, 'Source')).toHaveAttribute('aria-selected', 'true');
  await editorOf(page).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Tab');
  await expect(editorOf(page)).toHaveText(/^\s+let tide/);
  await page.keyboard.press('Escape');
  await expect(panelOf(page).getByText(/^Press Tab to leave the editor/)).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(editorOf(page)).not.toBeFocused();
  await expect(panelOf(page)).toBeVisible();

  // The search takes Escape before the panel does.
  await editorOf(page).focus();
  await page.keyboard.press('ControlOrMeta+f');
  await expect(panelOf(page).getByRole('textbox', { name: 'Find' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panelOf(page).getByRole('textbox', { name: 'Find' })).toHaveCount(0);
  await expect(panelOf(page)).toBeVisible();

  const separator = panelOf(page).page().getByRole('separator', { name: 'Width of the document' });
  await separator.focus();
  const width = async () => Math.round((await panelOf(page).boundingBox())?.width ?? 0);
  const before = await width();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(width).toBeGreaterThan(before);
  await page.keyboard.press('End');
  const least = await width();
  await page.reload();
  await expect.poll(width).toBe(least);
  await separator.dblclick();
  await expect.poll(width).toBe(before);

  await editorOf(page).or(tab(page, 'Preview')).first().focus();
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toBeHidden();
});

test('"Ask for a change" quotes the selection after what is in the box, which keeps its text', async ({
  page,
  context,
  answering,
}) => {
  const { server } = await answering(answerWith(fence('html', page1)));
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await openDocument(page);
  await chat.input(page).fill('Please make it blue');
  await panelOf(page).getByRole('button', { name: 'Ask for a change' }).click();
  await expect(chat.input(page)).toBeFocused();
  await expect(chat.input(page)).toHaveValue('Please make it blue');
  await expect(page.getByRole('list', { name: 'Quotes in your message' })).toContainText('Document “Tide table”');
  await tab(page, 'Source').click();
  await editorOf(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Shift+Home');
  await panelOf(page).getByRole('button', { name: 'Ask for a change' }).click();
  await expect(page.getByRole('list', { name: 'Quotes in your message' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Quotes in your message' })).toContainText('Tides');
});

test('a document is renamed in place, listed in the menu of its chat, switched to and deleted', async ({
  page,
  context,
  answering,
}) => {
  const { server } = await answering(answerWith(`${fence('html', page1)}\n\n${fence('csv', 'a,b\n1,2')}`));
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await openDocument(page, 'Two things');
  await expect(panelOf(page).getByRole('heading', { name: 'Two things' })).toBeVisible();
  await openButton(page).first().click();
  await expect(panelOf(page).getByRole('heading', { name: 'Tide table' })).toBeVisible();
  await panelOf(page)
    .getByRole('button', { name: /^Rename/ })
    .click();
  await page.keyboard.type('High water');
  await page.keyboard.press('Enter');
  await expect(panelOf(page).getByRole('heading', { name: 'High water' })).toBeVisible();
  await expect(panelOf(page).getByText('Web page · Version 1')).toBeVisible();
  await panelOf(page).getByRole('button', { name: 'Documents of this chat' }).click();
  await page.getByRole('menuitemradio', { name: 'Two things' }).click();
  await expect(panelOf(page).getByText('Table · Version 1')).toBeVisible();
  await chooseInHeader(page, 'Documents');
  const list = panelOf(page).getByRole('list', { name: 'Documents' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await list.getByRole('button', { name: /High water/ }).click();
  await panelOf(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(chat.toast(page, 'The document was deleted.')).toBeVisible();
  await expect(panelOf(page)).toBeHidden();
  await page.reload();
  await expect(panelOf(page)).toBeHidden();
  await chooseInHeader(page, 'Documents');
  await expect(list.getByRole('listitem')).toHaveCount(1);
});

test('a document that cannot be made says why, and one that is not there says so', async ({
  page,
  context,
  answering,
}) => {
  const { server } = await answering(answerWith(fence('html', `${page1}\n${'x'.repeat(200)}`)));
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Make a tide table');
  await answerDone(page);
  // Without a connection, the code of messages might not have loaded yet.
  await page.route('**/api/trpc/documents.create*', (route) => route.abort());
  await openButton(page).click();
  await expect(chat.toast(page, "Couldn't make the document")).toBeVisible();
  await expect(panelOf(page)).toBeHidden();
  await page.goto(`${page.url()}?document=01a0-not-there`);
  await expect(panelOf(page).getByText('This document is not there')).toBeVisible();
  await panelOf(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(panelOf(page)).toBeHidden();
});

for (const width of [320, 768, 1024, 1440])
  test(`at ${width} px nothing is cut off, what the panel covers cannot be reached, and axe finds nothing`, async ({
    page,
    context,
    answering,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { server } = await answering(answerWith(fence('html', page1)));
    await signIn(context, server);
    await page.setViewportSize({ width, height: 720 });
    await page.goto(server.url);
    await expect(chat.welcome(page)).toBeVisible();
    const panel = await openDocument(page);
    const box = await panel.boundingBox();
    if (width < 1024) expect(box).toEqual({ x: 0, y: 0, width, height: 720 });
    else expect(box?.width).toBeGreaterThan(319);
    for (const name of ['Preview', 'Source', 'Versions']) {
      await tab(page, name).click();
      if (name === 'Source') await expect(editorOf(page)).toBeVisible();
      if (name === 'Versions') await expect(panel.getByRole('list', { name: 'Versions' })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      expect(await findingsAsItIs(page, name)).toEqual([]);
    }
    if (width < 1024) {
      await panel.focus();
      for (let at = 0; at < 20; at += 1) {
        await page.keyboard.press('Tab');
        expect(
          await page.evaluate(
            () =>
              document.activeElement === document.body ||
              document.activeElement?.closest('[aria-label="Document"]') !== null,
          ),
        ).toBe(true);
      }
    }
    await page.goBack();
    await expect(panel).toBeHidden();
    await expect(chat.input(page)).toBeVisible();
  });

test('typing in 5,000 lines takes less than four times as long as in one line, and 1 MB that is pasted can be edited', async ({
  page,
  context,
  browser,
  answering,
}) => {
  const { server } = await answering(answerWith(fence('js', 'let tide = 1;')));
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await openDocument(page);
  const id = new URL(page.url()).searchParams.get('document');
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => `const tide${at} = high(${at}) + "water"; // ${at}`).join('\n');
  const typed = async () => {
    await editorOf(page).click();
    await browser.startTracing(page, { categories: ['toplevel'] });
    await page.keyboard.type('let low = 1;\nlet high = 2;\n', { delay: 30 });
    await expect(panelOf(page).getByText('Unsaved changes')).toBeVisible();
    return workedMs(await browser.stopTracing());
  };
  await tab(page, 'Source').click();
  await expect(editorOf(page)).toContainText('tide');
  const one = await typed();
  await save(page, 2);
  await page.request.patch(`${server.url}/api/documents/${id}`, {
    data: { baseVersion: 2, content: lines(5_000) },
    headers: { origin: server.url },
  });
  await expect(panelOf(page).getByText('JavaScript · Version 3')).toBeVisible();
  await expect(editorOf(page)).toContainText('tide0');
  const many = await typed();
  expect(many / one).toBeLessThan(4);

  await page.keyboard.press('ControlOrMeta+a');
  await paste(page, lines(20_000));
  await typeAtTop(page, 'first ');
  await expect(editorOf(page)).toContainText('first const tide0');
  await save(page, 4);
  await page.keyboard.press('ControlOrMeta+a');
  await paste(page, 'x'.repeat(1_100_000));
  await page.keyboard.press('ControlOrMeta+s');
  await expect(panelOf(page).getByRole('alert')).toContainText('A version has at most 1 MB.');
  await expect(panelOf(page).getByText('Unsaved changes')).toBeVisible();
});
