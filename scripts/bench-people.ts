import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@noek/db/database';
import { openDatabase } from '@noek/db/open';
import { openTemplateCopy } from '@noek/db/testing/postgres';
import { createApp } from '../apps/server/src/app.ts';
import { compose } from '../apps/server/src/compose.ts';
import { createDeps } from '../apps/server/src/deps.ts';
import { hashToken, newToken } from '../apps/server/src/features/auth/secrets/one-time-token.ts';
import { readConfig } from '../apps/server/src/settings/config.ts';
import startPostgres from '../vitest/global-setup.ts';
import { readArguments } from './arguments.ts';
import { insertPeople } from './bench/corpus.ts';
import { median } from './bench/statistics.ts';

const { values } = readArguments(
  `usage: node_modules/.bin/node scripts/bench-people.ts [--people 100000] [--engine sqlite | postgres]

Measures the administrators' list of people over the whole server without a network: a first page, searches, the last page and a
poll that changes nothing, with 100 people and with many, in turn, on files of the embedded database or on the PostgreSQL server
that the tests start. Only the ratios, and the processor time of a poll, mean anything. With PostgreSQL, which works in processes of
its own, reads are measured by the clock.`,
  {
    people: { type: 'string', default: '100000' },
    engine: { type: 'string', default: 'sqlite' },
  },
);

const many = Number(values.people);
const folder = mkdtempSync(join(tmpdir(), 'noek-bench-people-'));
const given = ['Ada', 'Mira', 'Jonas', 'Aiko', 'Élodie', 'Samuel', '小龙'];

type World = {
  name: string;
  ask(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Updates the statistics of PostgreSQL, which it would do automatically after a minute. */
  analyze(): Promise<unknown>;
  close(): Promise<unknown>;
};

const isPostgres = values.engine === 'postgres';
const stopPostgres = isPostgres ? await startPostgres() : async () => {};

/** An empty database with all tables. */
async function openWorld(count: number): Promise<Database> {
  if (isPostgres) return openTemplateCopy(process.env.NOEK_TEST_POSTGRES_URL ?? '');
  const db = await openDatabase(`file:${join(folder, `${count}.db`)}`);
  await db.migrate();
  return db;
}

/** The time that has passed, in milliseconds: processor time, or wall-clock time on PostgreSQL. */
function spent(): number {
  if (isPostgres) return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A server with `count` people. One of them is an administrator, who makes the calls. */
async function make(count: number): Promise<World> {
  const config = readConfig({
    NODE_ENV: 'test',
    APP_SECRET: 'only-for-measuring-0123456789',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
  });
  const db = await openWorld(count);
  const { sessions } = db.tables;
  const at = new Date();
  const idOf = (place: number) => `person-${place}`;
  await insertPeople(db, count, (place) => ({
    id: idOf(place),
    name: `${given[place % given.length]} ${((place * 7919) % count).toString(36)}`,
    email: `person${place}@example.com`,
    accessLevel: place === 0 ? 'admin' : place % 20 === 0 ? 'supernoek' : 'basic',
    passwordHash: 'x'.repeat(97),
  }));
  const token = newToken();
  const session = { id: hashToken(token), userId: idOf(0), familyId: 'bench', userAgent: null };
  const times = { createdAt: at, lastSeenAt: at, expiresAt: new Date(at.getTime() + 60 * 60_000) };
  await db.write((orm) => orm.insert(sessions).values({ ...session, ...times }));
  const composed = compose(await createDeps(config, { db }));
  const app = createApp(composed.deps, composed.state);
  return {
    name: `${count.toLocaleString('en')} people`,
    ask: async (path, headers = {}) =>
      app.request(`http://localhost:5000${path}`, {
        headers: { Host: 'localhost:5000', Cookie: `noek_session=${token}`, ...headers },
      }),
    analyze: () => (db.orm as unknown as { execute(query: string): Promise<unknown> }).execute('vacuum analyze'),
    close: () => composed.close(1_000),
  };
}

const page = (query: string) => `/api/admin/users?pageSize=30&${query}`;
const reads: readonly [label: string, path: (round: number) => string][] = [
  ['first page', () => page('page=1')],
  ['search for one person', (round) => page(`search=person${round + 1}%40`)],
  ['search by a part of a name', (round) => page(`search=${encodeURIComponent(`ra ${(round + 2).toString(36)}`)}`)],
  ['one character', (round) => page(`search=${'aqzm1j0x'[round % 8]}`)],
  ['two characters', (round) => page(`search=m${'aeiourstnlkmpbdg0123456789'[round % 26]}`)],
  ['two that nobody has', (round) => page(`search=${'ß¿é小'[round % 4]}q`)],
  ['what everybody has', (round) => page(`search=${'@example.com'.slice(round % 9)}`)],
  ['audit log', () => '/api/admin/audit'],
];

const rounds = 60;
const worlds = [await make(100), await make(many)];
try {
  if (isPostgres) for (const { analyze } of worlds) await analyze();
  console.log(`${isPostgres ? 'Time' : 'Processor time'} of a read, and its ratio`);
  for (const [label, path] of reads) {
    const times = worlds.map(() => [] as number[]);
    for (let round = -rounds; round < rounds; round++)
      for (const [at, world] of worlds.entries()) {
        const before = spent();
        const answer = await world.ask(path(round + rounds));
        await answer.text();
        if (answer.status !== 200) throw new Error(`${label}: ${answer.status}`);
        if (round >= 0) times[at]?.push(spent() - before);
      }
    const [few = Number.NaN, all = Number.NaN] = times.map(median);
    console.log(`${label.padEnd(32)} ${few.toFixed(2)} ms → ${all.toFixed(2)} ms   ${(all / few).toFixed(2)}×`);
  }
  for (const world of worlds) {
    const { headers } = await world.ask(page('page=1'));
    const known = { 'If-None-Match': headers.get('ETag') ?? '' };
    const polls = 2_000;
    for (let i = 0; i < 200; i++) await world.ask(page('page=1'), known);
    const before = process.cpuUsage();
    for (let i = 0; i < polls; i++)
      if ((await world.ask(page('page=1'), known)).status !== 304) throw new Error('The poll was not a 304.');
    const { user, system } = process.cpuUsage(before);
    console.log(`a poll, ${world.name}: ${((user + system) / 1000 / polls).toFixed(3)} ms of processor time`);
  }
  for (const world of worlds) {
    const start = performance.now();
    const { body } = await world.ask('/api/admin/users');
    let bytes = 0;
    let peak = 0;
    for await (const part of body ?? []) {
      bytes += part.length;
      peak = Math.max(peak, process.memoryUsage().heapUsed);
    }
    console.log(
      `everybody, ${world.name}: ${(performance.now() - start).toFixed(0)} ms, ${(bytes / 1e6).toFixed(1)} MB, heap at most ${(peak / 1e6).toFixed(0)} MB`,
    );
  }
} finally {
  for (const world of worlds) await world.close();
  await stopPostgres();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
