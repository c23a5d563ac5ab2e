import { expect, type Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { companyPaths } from '../../../packages/contract/src/company/site.ts';
import { signedInRoutes } from '../../server/src/hosts/site-paths.ts';
import { addConversations, signIn, startWithAdministrator } from './support/accounts.ts';
import { findings, screenSizes } from './support/findings.ts';
import { test } from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const [, phone] = screenSizes;
const validator = new HtmlValidate({ extends: ['html-validate:standard'] });

/** What axe and an HTML validator find on the pages at these paths. */
async function faultsOf(page: Page, origin: string, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(`${origin}${path}`);
    found.push(...(await findings(page, path, [phone])));
    const { results } = await validator.validateString(await page.content());
    for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages))
      found.push(`${path}: ${ruleId}: ${message} at ${selector}`);
  }
  return found;
}

for (const path of [...companyPaths, '/nowhere'])
  test(`the company site at ${path}`, async ({ page, server }) => {
    expect(await faultsOf(page, server.origins.company, [path])).toEqual([]);
  });

test('every page of the auth host', async ({ page, server }) => {
  const ofLinks = ['/verify-email', '/reset-password', '/undo-email-change', '/not-me', '/begin-factor-reset'];
  const paths = [
    '/',
    '/login',
    '/signup',
    '/stop-factor-reset',
    '/nowhere',
    ...ofLinks.map((path) => `${path}?token=x`),
  ];
  expect(await faultsOf(page, server.origins.auth, paths)).toEqual([]);
});

test("a guest's pages of the chat", async ({ page, server }) => {
  const paths = ['/', '/subscribe', '/chat/1', '/connect', '/oauth/authorize', '/verify-email?token=x', '/nowhere'];
  expect(await faultsOf(page, server.url, paths)).toEqual([]);
});

test("an administrator's pages of the chat", async ({ page, context, startServer }) => {
  const { server, boss } = await startWithAdministrator(startServer);
  await signIn(context, server, boss);
  const [id] = await addConversations(context, server, ['Plans for June']);
  const answer = await context.request.post(`${server.url}/api/projects`, { data: { name: 'Garden' } });
  const project = (await answer.json()) as { id: string };
  const routes = signedInRoutes.map((route) => route.replace(':id', project.id));
  expect(await faultsOf(page, server.url, [...routes, `/chat/${id}`, `/chat/${id}/print`, '/connect'])).toEqual([]);
});
