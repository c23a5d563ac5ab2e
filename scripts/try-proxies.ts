import { spawnSync } from 'node:child_process';
import startPostgres from '../vitest/global-setup.ts';
import { readArguments } from './arguments.ts';
import { checks } from './try-proxies/checks.ts';
import { failureChecks } from './try-proxies/failure-checks.ts';
import { startFleet } from './try-proxies/fleet.ts';
import { type ProxyName, proxyNames, startProxy, versionOf } from './try-proxies/proxies.ts';
import { newVisitor } from './try-proxies/visitor.ts';
import type { World } from './try-proxies/world.ts';

const usage = `usage: node_modules/.bin/node scripts/try-proxies.ts [--proxy nginx | caddy | haproxy]

Starts two Noek processes on a temporary PostgreSQL, puts each proxy that is installed in front of them, with its example of
deploy/several, and checks that people stay at one process, that streams and uploads are passed on as they arrive, and that people are
served while processes are killed, restarted or not ready. In the examples, only ports and paths are replaced. It needs openssl for a
certificate, and takes about three minutes per proxy. Everything is on this machine and is removed at the end. The exit code is 1 if a
check failed.`;

const { values } = readArguments(usage, { proxy: { type: 'string' } });
const chosen = proxyNames.filter((name) => values.proxy === undefined || values.proxy === name);
if (chosen.length === 0) {
  console.error(usage);
  process.exit(2);
}

if (spawnSync('openssl', ['version']).error) {
  console.error('openssl is not installed. It makes the certificate.');
  process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const stopPostgres = await startPostgres();
let failed = 0;
try {
  for (const name of chosen) {
    const version = versionOf(name);
    if (version === null) console.log(`${name}: left out, because it is not installed`);
    else failed += await tryProxy(name, version);
  }
} finally {
  await stopPostgres();
}
process.exit(failed === 0 ? 0 : 1);

/** Each proxy gets processes of its own, because the checks leave people and limits behind. Resolves to how many checks failed. */
async function tryProxy(name: ProxyName, version: string): Promise<number> {
  console.log(`${name} ${version}`);
  const fleet = await startFleet(process.env.NOEK_TEST_POSTGRES_URL ?? '');
  let failures = 0;
  try {
    const proxy = await startProxy(
      name,
      fleet.processes.map(({ port }) => port),
    );
    try {
      const quiet = newVisitor(proxy.ports.https);
      await quiet.call('/api/guest/status');
      const world: World = {
        name,
        fleet,
        proxy,
        people: [],
        idle: { live: await quiet.live(), since: performance.now() },
      };
      for (const { title, leftOut, run } of [...checks, ...failureChecks]) {
        const reason = leftOut?.[name];
        if (reason !== undefined) console.log(`  left out  ${title}: ${reason}`);
        else
          try {
            console.log(`  passed    ${title}: ${await run(world)}`);
          } catch (error) {
            failures += 1;
            console.log(`  FAILED    ${title}: ${(error as Error).message}`);
            if (world.people.length === 0) break;
          }
      }
      if (failures > 0) console.log(`The last lines of ${name}:\n${proxy.output()}`);
    } finally {
      await proxy.end();
    }
  } finally {
    await fleet.end();
  }
  return failures;
}
