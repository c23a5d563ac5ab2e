import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNoekClient } from '@noek/client';
import { type ServerProcess, startServerProcess } from '../apps/server/src/testing/server-process.ts';
import { buildPackage } from '../packages/cli/pack/build-package.ts';
import { readArguments } from './arguments.ts';
import { median } from './bench/statistics.ts';

const { values } = readArguments(
  `usage: node scripts/bench-command.ts [--rounds 20]

Measures how long \`noek ask\` takes from its start to the first word of the answer, in turn with curl asking the same. It starts a server of
its own, with the built-in demo.`,
  { rounds: { type: 'string', default: '20' } },
);
const question = 'What is 6 * 7?';
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'noek-bench-command-'));
let server: ServerProcess | undefined;
try {
  server = await startServerProcess();
  const { address: url } = server;
  const owner = createNoekClient({ url });
  await owner.api.auth.testLogin.mutate();
  const { token } = await owner.api.auth.createToken.mutate({ name: 'Bench' });
  const { id } = await owner.api.chat.createConversation.mutate({});
  await buildPackage(folder, join(root, 'packages/cli'));
  const env = { PATH: process.env.PATH ?? '', NOEK_URL: url, NOEK_TOKEN: token, XDG_CONFIG_HOME: folder };
  const ask = ['ask', '--conversation', String(id), question];
  const headers = [`Authorization: Bearer ${token}`, 'Content-Type: application/json', 'Accept: text/event-stream'];
  const programs: Record<string, string[]> = {
    'noek ask, packed': [process.execPath, join(folder, 'bin/noek'), ...ask],
    'noek ask, from a checkout': [process.execPath, join(root, 'packages/cli/src/main.ts'), ...ask],
    'node --eval 0 (ends)': [process.execPath, '--eval', '0'],
    curl: [
      ...['curl', '--silent', '--no-buffer', `${url}/api/conversations/${id}/messages`],
      ...headers.flatMap((header) => ['-H', header]),
      ...['-d', JSON.stringify({ content: question })],
    ],
  };
  const times = new Map<string, number[]>();
  for (let round = 0; round <= Number(values.rounds); round++)
    for (const [name, [program = '', ...args]] of Object.entries(programs)) {
      if (program === 'curl' && spawnSync('curl', ['--version']).status !== 0) continue;
      const ms = await toFirstWord(program, args, env);
      // The first round fills the caches of the disk.
      if (round > 0) times.set(name, [...(times.get(name) ?? []), ms]);
    }
  for (const [name, all] of times)
    console.log(`${name.padEnd(28)}${median(all).toFixed(0).padStart(5)} ms (median of ${all.length})`);
} finally {
  await server?.discard();
  rmSync(folder, { recursive: true, force: true });
}

/** From the start of a program until its output has a word of the answer, or until its end. */
function toFirstWord(program: string, args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    let first = 0;
    let out = '';
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.on('data', (part) => {
      out += part;
      if (first === 0 && (program !== 'curl' || out.includes('event: delta'))) first = performance.now() - start;
    });
    child.on('error', reject);
    child.on('close', () => resolve(first || performance.now() - start));
  });
}
