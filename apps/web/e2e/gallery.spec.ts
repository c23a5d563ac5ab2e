import { expect } from '@playwright/test';
import { typing } from '../../server/src/testing/stand-ins/model-server.ts';
import { addConversations, signIn } from './support/accounts.ts';
import { answerDone, chat, chooseInHeader, openChat, openChatSignedIn, say, shareQuestion } from './support/chat.ts';
import { desk, phone, picture } from './support/gallery.ts';
import { chooseInList } from './support/sidebar.ts';
import { test } from './support/test.ts';

// `npm run gallery`: screenshots of every screen and state in gallery/, for review. Not part of the tests.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const titles = [
  'Old notes on moving house',
  'Explain eigenvectors with pictures',
  'Sourdough that is less sour',
  'Reply to the landlord about the deposit, which he keeps since September',
  'Weekend in Ljubljana, two days on foot',
  'Debounced search in TypeScript',
];

const richAnswer = `### Debounce the value, not the handler

For a search box you want the request to wait until the typing **stops**. Every key press restarts a short timer, and only the last one gets through.

- **Debounce** when only the final state matters: search, autosave, validation.
- **Throttle** when the steps matter too: scrolling, dragging, a progress bar.
- [x] Cancel the request that is on its way, see [the manual](https://example.com/abort)

\`\`\`ts
export function useDebounced<T>(value: T, wait = 250): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return settled
}
\`\`\`

| Kind | First call | Last call | Good for |
|---|---|---:|---|
| Debounce | waits | 250 ms | search |
| Throttle | at once | 100 ms | scrolling |

> A rule of thumb: below 100 ms nobody notices, above 400 ms everybody does.

![a diagram](https://example.com/diagram.png)
`;

test('a guest', async ({ page, startModel, startServer }) => {
  const model = await startModel();
  const server = await startServer({ ...model.env, GUEST_MESSAGE_LIMIT: '5' });
  await openChat(page, server);
  await picture(page, 'chat-welcome');
  await page.setViewportSize(desk);
  await chat
    .input(page)
    .fill('What is the cleanest way to wait until someone stops typing,\nand when would I throttle instead?');
  await picture(page, 'chat-typed');

  model.answer = () => {};
  await chat.input(page).press('Enter');
  await expect(chat.stop(page)).toBeEnabled();
  await picture(page, 'chat-waiting');
  await chat.stop(page).click();
  await expect(page.getByText('You stopped this answer.')).toBeVisible();
  await picture(page, 'chat-stopped-at-once');

  model.answer = (call) => call.write(richAnswer.slice(0, 620));
  await say(page, 'Once more, please');
  await expect(chat.answers(page).last()).toContainText('setSettled');
  await picture(page, 'chat-growing');
  await chat.stop(page).click();
  await answerDone(page);
  await picture(page, 'chat-stopped');

  model.answer = typing(richAnswer, 0);
  await say(page, 'And the whole of it?');
  await answerDone(page);
  await picture(page, 'chat-conversation');
  await page.setViewportSize(desk);
  await page.mouse.move(640, 300);
  await page.mouse.wheel(0, -700);
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  await picture(page, 'chat-scrolled-up');
  await page.getByRole('button', { name: 'Jump to latest' }).click();

  model.answer = (call) => call.refuse(500, 'no');
  await say(page, 'Is anybody there?');
  await expect(page.getByRole('button', { name: /Put the message back|Try again/ })).toBeVisible();
  await picture(page, 'chat-failed');

  await page.setViewportSize(desk);
  await chooseInHeader(page, 'Clear conversation');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await picture(page, 'chat-clear-question');
  await page.keyboard.press('Escape');
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await picture(page, 'chat-guest-menu', [phone]);
  await page.keyboard.press('Escape');

  await chat.input(page).fill('x'.repeat(33_000));
  await picture(page, 'chat-too-long');
  model.answer = typing('Fine.', 0);
  await page.setViewportSize(desk);
  const left = page.getByText(/messages? left$/);
  while ((await left.textContent()) !== '0 messages left') {
    const before = await left.textContent();
    await say(page, 'Hello');
    await answerDone(page);
    await expect(left).not.toHaveText(before ?? '');
  }
  await say(page, 'Hello');
  await expect(page.getByRole('dialog')).toBeVisible();
  await picture(page, 'chat-limit');
  await page.keyboard.press('Escape');
  await picture(page, 'chat-limit-refused');

  await page.goto(`${server.url}/chat/5`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await picture(page, 'chat-missing');
});

test('signed in', async ({ page, context, server }) => {
  await signIn(context, server, undefined);
  await openChatSignedIn(page, server);
  await expect(chat.sidebar(page).getByText('No conversations yet')).toBeVisible();
  await picture(page, 'sidebar-empty', [desk]);
  const ids = await addConversations(context, server, titles);
  for (const id of ids.slice(-2))
    await context.request.post(`${server.url}/api/conversations/${id}/messages`, {
      data: { content: 'Show me some markdown' },
    });
  await page.goto(`${server.url}/chat/${ids.at(-1)}`);
  await answerDone(page);
  await picture(page, 'sidebar-chats');
  await page.setViewportSize(desk);
  const side = chat.sidebar(page);
  await chat.row(page, 'Sourdough').hover();
  await picture(page, 'sidebar-hover', [desk]);
  await chat.row(page, 'Explain').getByRole('link').focus();
  await picture(page, 'sidebar-focus', [desk]);
  await chooseInList(page, 'Select');
  await side.getByRole('checkbox').nth(1).check();
  await side.getByRole('checkbox').nth(3).check();
  await picture(page, 'sidebar-select', [desk]);
  await side.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(chat.toast(page, '2 conversations archived successfully')).toBeVisible();
  await chat.toast(page, '2 conversations archived successfully').hover();
  await picture(page, 'toast');
  await page.setViewportSize(desk);
  await side.getByRole('tab', { name: 'Archived' }).click();
  await expect(chat.rows(page)).toHaveCount(2);
  await chat.rows(page).first().hover();
  await picture(page, 'sidebar-archived', [desk]);
  await chat
    .rows(page)
    .first()
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await picture(page, 'delete-question', [desk]);
  await page.keyboard.press('Escape');
  await page.route('**/api/trpc/**chat.unarchive**', (route) => route.abort());
  await chat.rows(page).first().hover();
  await chat
    .rows(page)
    .first()
    .getByRole('button', { name: /^Unarchive/ })
    .click();
  await expect(chat.toast(page, 'Failed to restore conversation')).toBeVisible();
  await chat.toast(page, 'Failed to restore conversation').hover();
  await picture(page, 'toast-failure');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.setViewportSize(desk);
  await side.getByRole('button', { name: 'Collapse sidebar' }).click();
  await picture(page, 'sidebar-collapsed', [desk]);
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Open sidebar' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await picture(page, 'drawer', [phone]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await picture(page, 'phone-menu', [phone]);
});

test('sharing', async ({ page, context, server, anotherBrowser }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Show me some markdown: a table, a list and code');
  await answerDone(page);
  await page.waitForURL(/\/chat\/\d+$/);
  await page.getByRole('banner').getByRole('button', { name: 'Share', exact: true }).click();
  await expect(shareQuestion(page).getByRole('table')).toBeVisible();
  await picture(page, 'share-ask');
  await shareQuestion(page).getByRole('button', { name: 'Create link and copy' }).click();
  await expect(chat.toast(page, 'Link copied!')).toBeVisible();
  await picture(page, 'share-copied');
  await page.setViewportSize(desk);
  await page.getByRole('banner').getByRole('button', { name: 'Manage shared link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Shared link' });
  await dialog.getByLabel('Expires').selectOption('In 7 days');
  await expect(dialog.getByText('Saved.')).toBeVisible();
  await picture(page, 'share-manage');
  await dialog.getByRole('button', { name: 'Stop sharing' }).click();
  await picture(page, 'share-stop');
  const stranger = await anotherBrowser();
  const theirs = await stranger.newPage();
  await theirs.goto(page.url());
  await expect(theirs.getByText(/^Shared conversation/)).toBeVisible();
  await expect(theirs.getByRole('table')).toBeVisible();
  await picture(theirs, 'shared-guest');
  await signIn(stranger, server);
  await theirs.setViewportSize(desk);
  await theirs.reload();
  await expect(chat.sidebar(theirs)).toBeVisible();
  await expect(theirs.getByText(/^Shared conversation/)).toBeVisible();
  await picture(theirs, 'shared-user');
});

test('renaming and the trash', async ({ page, context, server }) => {
  await signIn(context, server);
  const ids = await addConversations(context, server, titles);
  for (const id of ids.slice(0, 3)) await context.request.delete(`${server.url}/api/conversations/${id}`);
  await page.goto(`${server.url}/chat/${ids.at(-1)}`);
  await chat.row(page, 'Weekend').hover();
  await page.getByRole('button', { name: /^Actions for “Weekend/ }).click();
  await picture(page, 'row-menu', [desk]);
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await picture(page, 'rename', [desk]);
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await picture(page, 'rename-refused', [desk]);
  await page.keyboard.press('Escape');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Rename/ })
    .click();
  await picture(page, 'rename-in-header', [desk]);
  await page.keyboard.press('Escape');
  await chat.sidebar(page).getByRole('tab', { name: 'Archived' }).click();
  await chat.sidebar(page).getByRole('button', { name: 'Trash' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3);
  await picture(page, 'trash', [desk]);
  await page.keyboard.press('Escape');
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Open sidebar' }).click();
  await page.getByRole('tab', { name: 'Archived' }).click();
  await page.getByRole('button', { name: 'Trash' }).click();
  await expect(page.getByRole('dialog', { name: 'Trash' }).getByRole('listitem')).toHaveCount(3);
  await picture(page, 'trash', [phone]);
});

test('while things load', async ({ page, context, server }) => {
  await signIn(context, server);
  const [id] = await addConversations(context, server, titles);
  await page.goto(server.url);
  await expect(chat.rows(page)).toHaveCount(titles.length);
  const go = Promise.withResolvers<void>();
  await page.route(/chat\.(conversations|messages|conversation)/, async (route) => {
    await go.promise;
    await route.continue();
  });
  await page.goto(`${server.url}/chat/${id}`);
  await expect(page.getByTestId('placeholder-row').first()).toBeVisible();
  await expect(page.getByText('Loading messages...').last()).toBeVisible();
  await picture(page, 'loading');
  go.resolve();
});

test('404', async ({ page, server }) => {
  await page.goto(`${server.url}/nothing`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await picture(page, 'not-found');
});

test('without a connection, and a new version', async ({ page, context, server }) => {
  await context.addInitScript(() => localStorage.setItem('noek_version', '1.0.0'));
  await signIn(context, server);
  await addConversations(context, server, titles);
  await openChatSignedIn(page, server);
  await say(page, 'What is 6 times 7?');
  await answerDone(page);
  await expect(page.getByText('Website Updated!')).toBeVisible();
  await picture(page, 'update-banner');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await picture(page, 'offline');
});

test('the steps and thoughts of an answer', async ({ page, context, startModel, startServer }) => {
  const enough = Promise.withResolvers<void>();
  const model = await startModel(async (call) => {
    if (!call.messages.some(({ role }) => role === 'tool')) {
      call.think('An allergy matters for every recipe, so I should remember it.');
      return call.callTool('save_memory', { title: 'Walnuts', content: 'I am allergic to walnuts.' });
    }
    await enough.promise;
    call.write('No walnuts, then. An almond cake works just as well.');
    call.finish();
  });
  const server = await startServer(model.env);
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'I am allergic to walnuts. Which cake can I bake?');
  await expect(chat.answers(page)).toContainText('Saved to memory');
  await picture(page, 'answer-steps');
  enough.resolve();
  await answerDone(page);
  await page.getByRole('button', { name: /^Thought/ }).click();
  await picture(page, 'answer-thoughts');
});
