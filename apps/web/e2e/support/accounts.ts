import { type BrowserContext, expect } from '@playwright/test';
import type { ServerProcess } from '../../../server/src/testing/server-process.ts';

export type Account = { name: string; email: string; password: string };

let made = 0;
export const newAccount = (name = 'Mira Novak'): Account => {
  made += 1;
  return { name, email: `person-${process.pid}-${made}@people.example`, password: 'lantern-42-quay' };
};

type InboxMail = { to: string; subject: string; links: string[] };

/** The link in the newest email to an address. Waits for the email. */
export async function linkMailedTo(server: ServerProcess, email: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const inbox = await fetch(`${server.address}/dev/inbox`, { headers: { Accept: 'application/json' } });
    link = ((await inbox.json()) as InboxMail[]).find(({ to }) => to === email)?.links[0];
    expect(link).toBeDefined();
  }).toPass({ intervals: [20, 40, 80, 160, 320] });
  return link as string;
}

/** Creates a verified account over the API. */
export async function makeAccount(server: ServerProcess, account: Account = newAccount()): Promise<Account> {
  await post(server, '/api/auth/signup', account);
  const token = new URL(await linkMailedTo(server, account.email)).searchParams.get('token');
  await fetch(`${server.address}/api/verify-email?token=${token}`);
  return account;
}

type StartServer = (env?: Record<string, string>) => Promise<ServerProcess>;

/** Starts a server with the account of its administrator, who is not signed in. `env` are its other settings. */
export async function startWithAdministrator(
  startServer: StartServer,
  { env = {}, boss = newAccount('Ida Lindqvist') }: { env?: Record<string, string>; boss?: Account } = {},
): Promise<{ server: ServerProcess; boss: Account }> {
  const server = await startServer({ ...env, ADMIN_EMAIL: boss.email });
  return { server, boss: await makeAccount(server, boss) };
}

/** Signs a browser in on localhost over the API. */
export async function signIn(context: BrowserContext, server: ServerProcess, account?: Account): Promise<Account> {
  const who = account ?? (await makeAccount(server));
  const answer = await context.request.post(`${server.url}/api/auth/login`, { data: who });
  expect(answer.status()).toBe(200);
  return who;
}

/** Creates conversations for the signed-in user; the last one is the newest. Resolves to their ids. */
export async function addConversations(context: BrowserContext, server: ServerProcess, titles: readonly string[]) {
  const ids: number[] = [];
  for (const title of titles) {
    const answer = await context.request.post(`${server.url}/api/conversations`, { data: { title } });
    expect(answer.status()).toBe(201);
    ids.push(((await answer.json()) as { id: number }).id);
  }
  return ids;
}

const post = (server: ServerProcess, path: string, body: unknown) =>
  fetch(`${server.address}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
