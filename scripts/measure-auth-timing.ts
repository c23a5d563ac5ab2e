import { parseArgs } from 'node:util';
import { insertUser } from '@noek/db/factories';
import { readConfig } from '../apps/server/src/config.ts';
import { hashPassword } from '../apps/server/src/features/auth/password/password.ts';
import { openSystemContext } from '../apps/server/src/system-context.ts';
import { startServerProcess } from '../apps/server/src/testing/server-process.ts';

const { values } = parseArgs({
  options: { tries: { type: 'string', default: '100' }, help: { type: 'boolean', short: 'h', default: false } },
});
if (values.help) {
  console.log(`usage: node scripts/measure-auth-timing.ts [--tries 100]

Measures how long the doors of sign-in take for an address that has an account and for one that has none, turn about, on a
server of its own. The medians of a door should be as far apart as two runs of the same kind are ("known again").`);
  process.exit(0);
}

const tries = Number(values.tries);
let callers = 0;
const doors = [
  { path: '/api/auth/login', more: { password: 'wrong password' } },
  { path: '/api/auth/signup', more: { name: 'Somebody', password: 'another password' } },
  { path: '/api/auth/forgot-password', more: {} },
  { path: '/api/auth/resend-verification', more: {} },
];
const kinds = ['known', 'unknown', 'known again'] as const;
type Kind = (typeof kinds)[number];
const addressOf = (door: number, kind: Kind, n: number) => `${kind.replace(' ', '-')}-${door}-${n}@people.example`;

const server = await startServerProcess({ TRUST_PROXY: '127.0.0.1' });
try {
  await insertAccounts();
  for (const [i, { path, more }] of doors.entries()) {
    const times: Record<Kind, number[]> = { known: [], unknown: [], 'known again': [] };
    for (let n = -5; n < tries; n++)
      for (const kind of rotated(n)) {
        const took = await timed(path, { email: addressOf(i, kind, n), ...more }, callers++);
        if (n >= 0) times[kind].push(took);
      }
    console.log(`${path.padEnd(32)} ${kinds.map((kind) => `${kind} ${summary(times[kind])}`).join('   ')}`);
  }
} finally {
  await server.stop();
  await server.discard();
}

async function insertAccounts(): Promise<void> {
  const { ctx, close } = await openSystemContext(readConfig({ DATA_DIR: server.dataDir, PORT: String(server.port) }));
  const passwordHash = await hashPassword('the right password');
  for (const i of doors.keys())
    for (const kind of ['known', 'known again'] as const)
      for (let n = -5; n < tries; n++) await insertUser(ctx.db, { email: addressOf(i, kind, n), passwordHash });
  await close();
}

/** Milliseconds from the request to the complete response. Each caller has its own address, so that no limit applies. */
async function timed(path: string, body: object, caller: number): Promise<number> {
  const from = `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`;
  const start = performance.now();
  const response = await fetch(server.address + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
    body: JSON.stringify(body),
  });
  await response.text();
  const took = performance.now() - start;
  if (response.status >= 500 || response.status === 429) throw new Error(`${path} answered ${response.status}.`);
  return took;
}

/** Orders in which each kind is first, second and last equally often. */
function rotated(n: number): Kind[] {
  const by = (n + kinds.length * tries) % kinds.length;
  return [...kinds.slice(by), ...kinds.slice(0, by)];
}

function summary(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
  return `${at(0.5)} ms (p90 ${at(0.9)})`;
}
