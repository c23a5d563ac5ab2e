import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listConversations } from '../apps/server/src/features/chat/conversations/list-conversations.ts';
import { listMessagePage } from '../apps/server/src/features/chat/messages/list-message-page.ts';
import { searchConversations } from '../apps/server/src/features/chat/search/search-conversations.ts';
import { readArguments } from './arguments.ts';
import { fill, vocabulary } from './bench/corpus.ts';
import { likeScan, planOf, recordStatements } from './bench/statements.ts';
import { median } from './bench/statistics.ts';
import { cpuMs, makeWorld, openWorld, turn, turnsOf } from './bench/worlds.ts';

const { values } = readArguments(
  `usage: npm run bench:search -- [--messages 100000] [--turns 600]

Measures a search for two words against a LIKE scan over the same messages, and a turn (send and finish, with a model that
answers at once) at that many messages against a thousand, in turn, on files of the embedded database. Then it prints the
plan of every statement these used. Only the ratios mean anything.`,
  {
    messages: { type: 'string', default: '100000' },
    turns: { type: 'string', default: '600' },
  },
);

const many = Number(values.messages);
const folder = mkdtempSync(join(tmpdir(), 'noek-bench-search-'));
const ms = (value: number) => `${value.toFixed(3)} ms`.padStart(12);

type World = Awaited<ReturnType<typeof make>>;

const make = (name: string, count: number, owners: number) =>
  makeWorld(folder, name, async (db) => (await fill(db, { count, owners }))[0] ?? '');

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const words = (a: number, b: number) => `${vocabulary[a]} ${vocabulary[b]}`;
const queries = [
  ['two common words', words(3, 8)],
  ['a common and a rare word', words(5, 3_000)],
  ['two rare words', words(2_000, 4_000)],
  ['the second unfinished', words(40, 900).slice(0, -1)],
  ['a phrase', `"${words(1, 2)}"`],
] as const;

async function compareSearch({ name, db, ctx }: World): Promise<void> {
  console.log(`\nSearch, ${name}`);
  for (const [label, q] of queries) {
    const pieces = q.replaceAll('"', '').split(' ');
    const wanted = q.startsWith('"') ? [pieces.join(' ')] : pieces;
    const indexed: number[] = [];
    const scanned: number[] = [];
    let hits = 0;
    for (let round = 0; round < 9; round++) {
      indexed.push(await timed(async () => (hits = (await searchConversations(ctx, { q, limit: 30 })).length)));
      scanned.push(await timed(() => likeScan(db, wanted)));
    }
    const ratio = (median(indexed) / median(scanned)).toFixed(3);
    console.log(
      `  ${label.padEnd(26)} ${ms(median(indexed))}  LIKE scan ${ms(median(scanned))}  ${ratio}×  (${hits} hits)`,
    );
  }
}

async function compareTurns(worlds: readonly World[], turns: number): Promise<void> {
  const perRound = 20;
  const restMs = 700;
  const rows = worlds.map(({ ctx }) => ({ turn: turnsOf(ctx), times: [] as number[], cpu: [] as number[] }));
  // The first round is a warm-up.
  for (let round = 0; round <= Math.ceil(turns / perRound); round++)
    for (const row of rows) {
      const before = cpuMs();
      const times: number[] = [];
      for (let i = 0; i < perRound; i++) times.push(await timed(row.turn));
      // Longer than the database waits before it merges its search index, because that is part of a turn's cost.
      await new Promise((resolve) => setTimeout(resolve, restMs));
      if (round === 0) continue;
      row.times.push(...times);
      row.cpu.push((cpuMs() - before) / perRound);
    }
  console.log('\nA turn');
  const ratio = (own: number[], base: number[] = []) => `${(median(own) / median(base)).toFixed(2)}×`;
  for (const [w, { times, cpu }] of rows.entries())
    console.log(
      `  ${(worlds[w]?.name ?? '').padEnd(36)} median ${ms(median(times))} ${ratio(times, rows[0]?.times)}   CPU, with what follows it ${ms(median(cpu))} ${ratio(cpu, rows[0]?.cpu)}`,
    );
}

/** Prints the plans of all statements on hot paths, and which of them scan a whole table. */
async function explain({ name, url, userId }: World): Promise<void> {
  let statements = new Set<string>();
  const { db, ctx, close } = await openWorld(name, url, userId, (opened) => {
    statements = recordStatements(opened);
  });
  await turn(ctx, await turn(ctx, null));
  const [conversation] = (await listConversations(ctx, { archived: false, limit: 100 })).conversations;
  await listMessagePage(ctx, { conversationId: conversation?.id ?? 0, limit: 50 });
  for (const [, q] of queries) await searchConversations(ctx, { q, limit: 30 });
  console.log('\nPlans');
  const scans: string[] = [];
  for (const statement of [...statements]) {
    const plan = planOf(db, statement);
    console.log(`  ${statement.slice(0, 150).replace(/\s+/g, ' ')}${plan.map((line) => `\n      ${line}`).join('')}`);
    // FTS5 is a virtual table, for which SQLite always says SCAN. M is a MATCH; > and < are the owner's range.
    scans.push(
      ...plan.filter(
        (line) => line.startsWith('SCAN ') && !/CONSTANT ROW|VIRTUAL TABLE INDEX \d+:M\d+.*[<>]/.test(line),
      ),
    );
  }
  console.log(
    `\nSCANs: ${scans.join(', ') || 'none'} ("branch" is the recursive query's own rows, one conversation's last turns)`,
  );
  await close();
}

try {
  const worlds = [
    await make('1,000 messages', 1_000, 1),
    await make(`${many.toLocaleString('en')} messages of one person`, many, 1),
    await make(`${many.toLocaleString('en')} messages of 1,000 people`, many, 1_000),
  ];
  for (const world of worlds.slice(1)) await compareSearch(world);
  await compareTurns(worlds, Number(values.turns));
  await explain(worlds[2] as World);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
