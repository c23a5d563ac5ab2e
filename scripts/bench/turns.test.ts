import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/server-process.ts';
import { untilAnswering } from './processes.ts';
import { call, minimalTurn, pageTurn, proxyTurn, restTurn, type Target } from './turns.ts';

// One turn with each way that `npm run bench` compares, so that it measures what the product does now.

async function program(file: string, ...args: string[]): Promise<string> {
  const port = await freePort();
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path, String(port), ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswering(origin);
  return origin;
}

async function model(): Promise<string> {
  const upstream = await program('upstream.ts');
  await call(`${upstream}/shape`, { body: { tokens: 20, intervalMs: 0 } });
  return upstream;
}

async function noek(upstream: string): Promise<ServerProcess> {
  const provider = { name: 'bench', baseUrl: `${upstream}/v1`, apiKey: 'none', model: 'bench' };
  const server = await startServerProcess({ AI_PROVIDERS: JSON.stringify([provider]) });
  onTestFinished(() => server.discard());
  return server;
}

async function expectTurns(turn: Target['turn']): Promise<void> {
  for (const slot of [0, 1, 0]) {
    const { firstTokenMs, turnMs } = await turn(slot);
    expect(firstTokenMs).toBeGreaterThan(0);
    expect(turnMs).toBeGreaterThanOrEqual(firstTokenMs);
  }
}

const portOf = (origin: string) => new URL(origin).port;

test('the piping proxy answers', async () => {
  const proxy = await program('proxy.ts', portOf(await model()));
  await expectTurns(proxyTurn(proxy));
});

test('the minimal turn keeps both messages, charges, and refuses strangers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'noek-minimal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'minimal.db');
  const minimal = await program('minimal-turns.ts', portOf(await model()), file);
  await expectTurns(await minimalTurn(minimal, 2));
  const db = new DatabaseSync(file, { readOnly: true });
  const answer = 'the sea is deep and blue far out the sea is deep and blue far out the sea is deep ';
  const messages = db.prepare('select role, content from messages order by chat_id, position').all();
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user', 'assistant']);
  expect(messages[1]?.content).toBe(answer);
  expect(db.prepare('select sum(used) as used from people').get()).toEqual({ used: 3 });
  expect((await call(`${minimal}/turn`, { body: {}, headers: { cookie: 'session=unknown' } })).status).toBe(401);
  db.close();
});

test('Noek answers over REST and on the live stream of a page', async () => {
  const { address } = await noek(await model());
  await expectTurns(await restTurn(address, 2));
  await expectTurns(await pageTurn(address, 2));
});
