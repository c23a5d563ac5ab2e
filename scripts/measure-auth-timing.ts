import { insertUser } from '@noek/db/testing/factories';
import { hashPassword } from '../apps/server/src/features/auth/secrets/password.ts';
import { readConfig } from '../apps/server/src/settings/config.ts';
import { openSystemContext } from '../apps/server/src/system-context.ts';
import { startServerProcess } from '../apps/server/src/testing/server-process.ts';
import { readArguments } from './arguments.ts';

const { values } = readArguments(
  `usage: node scripts/measure-auth-timing.ts [--tries 100]

Measures, on a server of its own, how long the sign-in calls take for addresses with an account ("known") and without one
("unknown"). Every try measures each kind once, in rotating order, so that other load on the machine affects all kinds alike.
"known again" is a second sample with accounts: "unknown / known" should be as close to 1 as "known again / known".`,
  { tries: { type: 'string', default: '100' } },
);

const tries = Number(values.tries);
let callers = 0;
const endpoints = [
  { path: '/api/auth/login', more: { password: 'wrong password' } },
  { path: '/api/auth/signup', more: { name: 'Somebody', password: 'another password' } },
  { path: '/api/auth/forgot-password', more: {} },
  { path: '/api/auth/resend-verification', more: {} },
];
const kinds = ['known', 'unknown', 'known again'] as const;
type Kind = (typeof kinds)[number];
const addressOf = (endpoint: number, kind: Kind, n: number) =>
  `${kind.replace(' ', '-')}-${endpoint}-${n}@people.example`;

const server = await startServerProcess({ TRUST_PROXY: '127.0.0.1' });
try {
  await insertAccounts();
  for (const [i, { path, more }] of endpoints.entries()) {
    const times: Record<Kind, number[]> = { known: [], unknown: [], 'known again': [] };
    for (let n = -5; n < tries; n++)
      for (const kind of rotated(n)) {
        const took = await timed(path, { email: addressOf(i, kind, n), ...more }, callers++);
        if (n >= 0) times[kind].push(took);
      }
    console.log(`${path.padEnd(32)} ${kinds.map((kind) => `${kind} ${summary(times[kind])}`).join('   ')}`);
    console.log(
      `${''.padEnd(32)} unknown / known ${ratio(times.unknown, times.known)}   known again / known ${ratio(times['known again'], times.known)}`,
    );
  }
} finally {
  await server.stop();
  await server.discard();
}

async function insertAccounts(): Promise<void> {
  const { ctx, close } = await openSystemContext(readConfig({ DATA_DIR: server.dataDir, PORT: String(server.port) }));
  const passwordHash = await hashPassword('the right password', { rank: 'other', of: 'measure' });
  for (const i of endpoints.keys())
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
  return `${quantile(times, 0.5).toFixed(2)} ms (p90 ${quantile(times, 0.9).toFixed(2)})`;
}

/** The ratio of two medians. */
function ratio(times: number[], base: number[]): string {
  return (quantile(times, 0.5) / quantile(base, 0.5)).toFixed(3);
}

function quantile(times: number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
}
