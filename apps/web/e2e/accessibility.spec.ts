import { expect } from '@playwright/test';
import { addConversations, newAccount, signIn, startWithAdministrator } from './support/accounts.ts';
import { auth, signInByHand } from './support/auth.ts';
import { answerDone, chat, chooseInHeader, openChat, openChatSignedIn, say, shareQuestion } from './support/chat.ts';
import { findings, findingsAsItIs, screenSizes } from './support/findings.ts';
import { keyboardFindings } from './support/keyboard.ts';
import { personAt, seedPeople } from './support/people.ts';
import { chooseInList } from './support/sidebar.ts';
import { test } from './support/test.ts';

/** Without animations: axe would see colours in the middle of a fade. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const [wide, phone] = screenSizes;

test('axe finds what is wrong on a page, in each theme and in its frames', async ({ page, server }) => {
  await page.goto(`${server.url}/dev/inbox`);
  await page.evaluate(() => {
    document.body.innerHTML = `<main><h1>Page</h1><img src="data:,"><p class="pale">Pale</p><iframe title="Frame" srcdoc="<img src='data:,'>"></iframe></main>`;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.pale { color: #ccc; background: #fff }');
    document.adoptedStyleSheets = [sheet];
  });
  await expect(page.frameLocator('iframe').locator('img')).toBeAttached();
  expect(await findings(page, 'bad', [phone])).toEqual([
    expect.stringMatching(/^bad, 390, light: color-contrast at p/),
    expect.stringMatching(/^bad, 390, light: .*image-alt at .*img.* \| iframe.* img/),
    expect.stringMatching(/^bad, 390, dark: color-contrast at p/),
  ]);
});

test('axe finds nothing on the welcome screen', async ({ page, server }) => {
  await openChat(page, server);
  expect(await findings(page, 'welcome')).toEqual([]);
});

test("axe finds nothing on a guest's conversation", async ({ page, server }) => {
  await openChat(page, server);
  await say(page, 'Show me some markdown: a table, a list and code');
  await answerDone(page);
  expect(await findings(page, 'conversation')).toEqual([]);
  expect(await keyboardFindings(page, 'conversation on a phone')).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await keyboardFindings(page, 'conversation in forced colours')).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  await chat.input(page).fill('x'.repeat(33_000));
  expect(await findings(page, 'a message that is too long', [phone])).toEqual([]);
});

test('axe finds nothing on a streaming answer, and on a failed one', async ({ page, startModel, startServer }) => {
  const model = await startModel((call) => {
    call.think('A story, then.');
    call.write('Once upon a time there was a `word` and');
  });
  const server = await startServer(model.env);
  await openChat(page, server);
  await say(page, 'Tell me');
  await expect(chat.answers(page)).toContainText('Once upon a time');
  await chat
    .answers(page)
    .getByRole('button', { name: /^Thought/ })
    .click();
  expect(await findings(page, 'growing answer')).toEqual([]);
  await chat.stop(page).click();
  await answerDone(page);
  model.answer = (call) => call.refuse(400, 'no');
  await say(page, 'Once more');
  await expect(chat.answers(page).nth(1).getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(await findings(page, 'failed answer with its hint')).toEqual([]);
});

test('axe finds nothing on the limit dialog and on the confirmation of Clear', async ({ page, startServer }) => {
  const server = await startServer({ GUEST_MESSAGE_LIMIT: '1' });
  await openChat(page, server);
  await say(page, 'Hello');
  await answerDone(page);
  await say(page, 'More');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await findings(page, 'limit dialog')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize(wide);
  expect(await findings(page, 'refused message')).toEqual([]);
  await page.setViewportSize(wide);
  await chooseInHeader(page, 'Clear conversation');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect(await findings(page, 'clear dialog')).toEqual([]);
});

test('axe finds nothing on the chat of a signed-in user and the states of the sidebar', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  expect(await findings(page, 'empty sidebar', [wide])).toEqual([]);
  await addConversations(context, server, ['About coffee', 'About tea']);
  await page.reload();
  await chat.row(page, 'About tea').getByRole('link').click();
  await say(page, 'Hello');
  await answerDone(page);
  expect(await findings(page, 'signed in')).toEqual([]);
  const side = chat.sidebar(page);
  await page.setViewportSize(wide);
  expect(await keyboardFindings(page, 'signed in')).toEqual([]);
  await chooseInList(page, 'Select');
  await side.getByRole('checkbox').first().check();
  expect(await findings(page, 'select mode', [wide])).toEqual([]);
  await side.getByRole('tab', { name: 'Archived' }).click();
  expect(await findings(page, 'archived', [wide])).toEqual([]);
  await side.getByRole('button', { name: 'Collapse sidebar' }).click();
  expect(await findings(page, 'collapsed sidebar', [wide])).toEqual([]);
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Open sidebar' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await findings(page, 'drawer', [phone])).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await findings(page, 'phone menu', [phone])).toEqual([]);
});

test('axe finds nothing on the menu of a row, a title being edited, all rows selected, and the trash', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const [coffee] = await addConversations(context, server, ['About coffee', 'About tea']);
  await context.request.delete(`${server.url}/api/conversations/${coffee}`);
  await openChatSignedIn(page, server);
  const side = chat.sidebar(page);
  await page.getByRole('button', { name: 'Actions for “About tea”' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await findings(page, 'menu of a row', [wide])).toEqual([]);
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('');
  await title.press('Enter');
  await expect(side.getByRole('alert')).toBeVisible();
  expect(await findings(page, 'a title that cannot be', [wide])).toEqual([]);
  await title.press('Escape');
  await chooseInList(page, 'Select');
  await side.getByRole('checkbox', { name: 'Select all 1' }).click();
  expect(await findings(page, 'all selected', [wide])).toEqual([]);
  await side.getByRole('tab', { name: 'Archived' }).click();
  await side.getByRole('button', { name: 'Trash' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'About coffee' })).toBeVisible();
  expect(await findings(page, 'trash', [wide])).toEqual([]);
  await page.getByRole('button', { name: 'Delete “About coffee” permanently' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect(await findings(page, 'permanent deletion', [wide])).toEqual([]);
  // A dialog that still fades out takes the next Escape for itself.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Open sidebar' }).click();
  await page.getByRole('tab', { name: 'Archived' }).click();
  await page.getByRole('button', { name: 'Trash' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'About coffee' })).toBeVisible();
  expect(await findings(page, 'trash on a phone', [phone])).toEqual([]);
});

test('axe finds nothing on a toast', async ({ page, context, server }) => {
  await signIn(context, server);
  await addConversations(context, server, ['About tea']);
  await openChatSignedIn(page, server);
  await page.route('**/api/trpc/**chat.archive**', (route) => route.abort());
  for (const text of ['Failed to archive conversation', 'Conversation archived successfully']) {
    await chat.row(page, 'About tea').hover();
    await page.getByRole('button', { name: 'Archive “About tea”' }).click();
    await expect(chat.toast(page, text)).toBeVisible();
    await chat.toast(page, text).hover();
    expect(await findings(page, text, [wide])).toEqual([]);
    await page.unroute('**/api/trpc/**chat.archive**');
  }
});

test('axe finds nothing on a shared conversation and on the dialogs about its link', async ({
  page,
  context,
  server,
  anotherBrowser,
}) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Show me some markdown: a table, a list and code');
  await answerDone(page);
  await page.waitForURL(/\/chat\/\d+$/);
  await page.getByRole('banner').getByRole('button', { name: 'Share', exact: true }).click();
  await expect(shareQuestion(page).getByRole('table')).toBeVisible();
  expect(await findingsAsItIs(page, 'question before sharing', '[role="dialog"]')).toEqual([]);
  await shareQuestion(page).getByRole('button', { name: 'Create link and copy' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Manage shared link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Shared link' });
  await dialog.getByLabel('Expires').selectOption('At the end of a day…');
  await dialog.getByLabel('Last day').fill('2001-01-01');
  await dialog.getByRole('button', { name: 'Set' }).click();
  await expect(dialog.getByText('Choose today or a later day.')).toBeVisible();
  expect(await findings(page, 'shared link')).toEqual([]);
  const stranger = await (await anotherBrowser()).newPage();
  await stranger.goto(page.url());
  await expect(stranger.getByText(/^Shared conversation/)).toBeVisible();
  await expect(stranger.getByRole('table')).toBeVisible();
  expect(await findings(stranger, 'shared conversation')).toEqual([]);
  expect(await keyboardFindings(stranger, 'shared conversation')).toEqual([]);
});

test('axe finds nothing on the sign-in screens', async ({ page, server }) => {
  await page.goto(`${server.origins.auth}/login`);
  await page.getByLabel('Email').fill('nobody@people.example');
  await page.getByLabel('Password', { exact: true }).fill('wrong-password');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await findings(page, 'refused sign-in')).toEqual([]);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Confirm password').fill('other');
  expect(await findings(page, 'sign-up')).toEqual([]);
  expect(await keyboardFindings(page, 'sign-up')).toEqual([]);
  await page.goto(`${server.origins.auth}/verify-email`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await findings(page, 'verification failed')).toEqual([]);
});

test('axe finds nothing on the messages of the sign-in screen, and on the screens of links from emails', async ({
  page,
  server,
}) => {
  const { auth: authOrigin } = server.origins;
  for (const query of ['error=oauth_failed', 'auth_action=logout']) {
    await page.goto(`${authOrigin}/login?${query}`);
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await findings(page, query)).toEqual([]);
  }
  await page.getByLabel('Email').fill('nobody@people.example');
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await expect(page.getByRole('alert')).toContainText('have been sent');
  expect(await findings(page, 'forgotten password')).toEqual([]);
  await page.goto(`${authOrigin}/reset-password`);
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByLabel('Confirm new password').fill('other');
  expect(await findings(page, 'reset password')).toEqual([]);
  await page.goto(`${authOrigin}/undo-email-change?token=unknown`);
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await findings(page, 'undo of a changed address')).toEqual([]);
});

test('axe finds nothing on the company page of a signed-in user', async ({ page, server }) => {
  await signInByHand(page, server, { returnTo: server.origins.company });
  await expect(auth.logout(page)).toBeVisible();
  expect(await findings(page, 'company, signed in')).toEqual([]);
  expect(await keyboardFindings(page, 'company, signed in')).toEqual([]);
});

for (const [name, pathOf] of Object.entries<(origins: { chat: string; company: string }) => string>({
  'the company page': ({ company }) => `${company}/`,
  'the 404 page': ({ chat }) => `${chat}/nothing`,
  'a missing conversation': ({ chat }) => `${chat}/chat/5`,
  'the inbox': ({ chat }) => `${chat}/dev/inbox`,
  'a used link to unsubscribe': ({ chat }) => `${chat}/unsubscribe?token=unknown`,
}))
  test(`axe finds nothing on ${name}`, async ({ page, server }) => {
    await page.goto(pathOf(server.origins));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await findings(page, name)).toEqual([]);
  });

for (const [path, sizes] of [
  ['/landing', [phone]],
  ['/release-notes', [wide, phone]],
  ['/policies', [wide, phone]],
  ['/policies/privacy-policy', [wide, phone]],
  // These have the same structure as the page above.
  ['/policies/terms-of-service', [phone]],
  ['/policies/ai-usage-policy', [phone]],
  ['/developers', [wide, phone]],
  // Calls look like procedures.
  ['/developers/typed-procedures', [phone]],
  ['/nothing', [wide, phone]],
] as const)
  test(`axe finds nothing on ${path} of the company site`, async ({ page, server }) => {
    await page.goto(`${server.origins.company}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await findings(page, path, sizes)).toEqual([]);
    if (path === '/developers') expect(await keyboardFindings(page, path)).toEqual([]);
  });

test('axe finds nothing on the pages of the settings and their dialogs', async ({ page, context, server }) => {
  const mira = await signIn(context, server);
  const data = { newEmail: newAccount().email, password: mira.password };
  expect((await context.request.post(`${server.url}/api/auth/change-email`, { data })).status()).toBe(200);
  for (const [path, text] of [
    ['/account', 'Not verified'],
    ['/account/billing', '0 of 3,000 used.'],
    ['/account/privacy', 'Who looked at my chats'],
    ['/account/security', 'This device'],
    ['/account/data', 'You have no files.'],
    ['/account/developers', 'Webhooks'],
  ] as const) {
    await page.setViewportSize(wide);
    await page.goto(`${server.url}${path}`);
    await expect(page.getByText(text).first()).toBeVisible();
    expect(await findings(page, path)).toEqual([]);
    expect(await keyboardFindings(page, path)).toEqual([]);
  }
  for (const [path, name] of [
    ['/account', 'Change name'],
    ['/account', 'Change Email'],
    ['/account/security', 'Change Password'],
    ['/account/data', 'Delete Account'],
  ] as const) {
    await page.setViewportSize(wide);
    await page.goto(`${server.url}${path}`);
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
    expect(await findings(page, name)).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

test('axe finds nothing on the pages of administrators', async ({ page, context, startServer }) => {
  const { server, boss } = await startWithAdministrator(startServer);
  await seedPeople(server, 3);
  await signIn(context, server, boss);
  const { name } = personAt(2);
  await page.goto(`${server.url}/admin`);
  await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  expect(await keyboardFindings(page, 'people')).toEqual([]);
  expect(await findings(page, 'people')).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  expect(await findings(page, 'edit user')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Messages ${name}` }).click();
  await page.getByLabel('Reason').fill('A report of abuse');
  await page.getByRole('button', { name: 'Open messages' }).click();
  await expect(page.getByText('Two of them are vegan.')).toBeVisible();
  expect(await findings(page, 'messages', [phone])).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Message Logs' }).click();
  expect(await findings(page, 'message logs', [wide])).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByText('Reason: A report of abuse')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await findings(page, 'audit log')).toEqual([]);
  await signIn(context, server);
  await page.goto(`${server.url}/admin`);
  await expect(page.getByText('Failed to fetch users: 403')).toBeVisible();
  expect(await findings(page, 'for administrators only', [wide])).toEqual([]);
});
