import { expect } from '@playwright/test';
import { chat, openChat } from './support/chat.ts';
import { test } from './support/test.ts';

test('[2.05] [2.02] [2.03] [2.06] each host has its own pages, and localhost is the chat', async ({ page, server }) => {
  const { chat: chatOrigin, auth, company } = server.origins;
  // The browser's console must stay empty: no refused requests and no violations of the content security policy.
  const reported: string[] = [];
  page.on('console', (message) => message.type() === 'error' && reported.push(`${page.url()}: ${message.text()}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`${violatedDirective} refuses ${blockedURI}`),
    );
  });
  const pages: [string, string][] = [
    [`${server.url}/`, 'How can I help you today?'],
    [`http://127.0.0.1:${server.port}/`, 'How can I help you today?'],
    [`${chatOrigin}/`, 'How can I help you today?'],
    [`${auth}/`, 'Welcome Back'],
    [`${auth}/login`, 'Welcome Back'],
    [`${auth}/auth`, 'Welcome Back'],
    [`${auth}/signup`, 'Create Account'],
    [`${auth}/verify-email`, 'Verification Failed'],
    [`${company}/`, 'The assistant that remembers what matters'],
  ];
  for (const [url, heading] of pages) {
    const response = await page.goto(url);
    expect([url, response?.status()]).toEqual([url, 200]);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  expect(reported).toEqual([]);
});

test('[2.04] [2.21] [2.153] [8.55] an unknown path gives the 404 page with status 404, on each host', async ({
  page,
  server,
}) => {
  for (const origin of [server.url, server.origins.auth, server.origins.company]) {
    for (const path of ['/nothing', '/chat/abc', '/login/x', '/index.html']) {
      const response = await page.goto(`${origin}${path}`);
      expect([origin, path, response?.status()]).toEqual([origin, path, 404]);
    }
    await expect(page.getByRole('heading', { name: 'AI Pathway Error' })).toBeVisible();
    await expect(page.getByText('NEURAL_PATH_404')).toBeVisible();
    await expect(page).toHaveTitle('AI Pathway Error · Noek');
  }
});

test('[2.153] the 404 page leads to the chat, and to the previous page', async ({ page, server }) => {
  await openChat(page, server);
  await page.goto(`${server.url}/nothing`);
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(chat.welcome(page)).toBeVisible();
  await page.goto(`${server.origins.company}/nothing`);
  await page.getByRole('link', { name: 'Return to Chat' }).click();
  await expect(chat.welcome(page)).toBeVisible();
});

test('[2.01] www leads to the bare host with path, query and hash', async ({ page, server }) => {
  await page.goto(`http://www.auth.noek.localhost:${server.port}/signup?from=x#there`);
  await expect(page).toHaveURL(`${server.origins.auth}/signup?from=x#there`);
  await page.goto(`http://www.noek.localhost:${server.port}/#features`);
  await expect(page).toHaveURL(`${server.origins.company}/#features`);
});

test('a missing conversation says so and offers a new chat', async ({ page, server }) => {
  await page.goto(`${server.url}/chat/123456789`);
  await expect(page.getByRole('heading', { name: 'Conversation not found' })).toBeVisible();
  await expect(chat.input(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'New chat' }).first().click();
  await expect(chat.welcome(page)).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/`);
});

test('[2.54] a message to a server that does not answer waits, says so, and is sent when the server is back', async ({
  page,
  startServer,
}) => {
  const server = await startServer();
  await openChat(page, server);
  await server.kill();
  await chat.input(page).fill('Hello?');
  await chat.input(page).press('Enter');
  await expect(page.getByText('Waiting for connection').or(page.getByText('Sending…'))).toBeVisible();
  await expect(chat.input(page)).toHaveValue('');
  await server.startAgain();
  await expect(chat.answers(page)).toHaveCount(1);
  await expect(chat.questions(page)).toHaveCount(1);
});
