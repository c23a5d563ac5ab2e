import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from './processes.ts';
import { median, percentile } from './statistics.ts';
import type { Target, Turn } from './turns.ts';

const rounds = 3;

type Measured = { cpuMs: number; firstMs: number; first99Ms: number; perSecond: number };
const columns: readonly [keyof Measured, string, string][] = [
  ['cpuMs', 'CPU per turn', 'ms'],
  ['firstMs', 'first word p50', 'ms'],
  ['first99Ms', 'first word p99', 'ms'],
  ['perSecond', 'turns', '/s'],
];

/** Runs `count` turns, `concurrency` at a time. */
export async function measure(target: Target, concurrency: number, count: number): Promise<Measured> {
  const turns: Turn[] = [];
  const cpuBefore = cpuSeconds(target.pid);
  const startedAt = performance.now();
  let started = 0;
  const worker = async (slot: number) => {
    while (started++ < count) turns.push(await target.turn(slot));
  };
  await Promise.all(Array.from({ length: concurrency }, (_, slot) => worker(slot)));
  const seconds = (performance.now() - startedAt) / 1000;
  // What a server does after an answer belongs to the turn.
  await sleep(200);
  const firsts = turns.map(({ firstTokenMs }) => firstTokenMs);
  return {
    cpuMs: ((cpuSeconds(target.pid) - cpuBefore) * 1000) / turns.length,
    firstMs: median(firsts),
    first99Ms: percentile(firsts, 0.99),
    perSecond: turns.length / seconds,
  };
}

/** Measures all targets alternately and prints the medians of the rounds, with the ratios to the targets that are `bases`. */
export async function compare(
  name: string,
  targets: readonly Target[],
  bases: readonly Target[],
  concurrency: number,
  count: number,
): Promise<void> {
  const measured = targets.map(() => [] as Measured[]);
  for (let round = 0; round < rounds; round++)
    for (const [i, target] of targets.entries())
      measured[i]?.push(await measure(target, concurrency, Math.ceil(count / rounds)));
  const typical = (target: Target, column: keyof Measured) =>
    median((measured[targets.indexOf(target)] ?? []).map((row) => row[column]));

  console.log(`\n${name}`);
  for (const target of targets) {
    const cells = columns.map(([column, label, unit]) => {
      const value = typical(target, column);
      const ratios = bases.map((base) => `${(value / typical(base, column)).toFixed(2)}×`.padStart(7)).join('');
      return `${label} ${value.toFixed(value < 100 ? 2 : 0).padStart(6)} ${unit}${ratios}`;
    });
    console.log(`  ${target.name.padEnd(14)} ${cells.join('   ')}`);
  }
}
