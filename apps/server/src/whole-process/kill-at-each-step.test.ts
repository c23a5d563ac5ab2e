import { testEngines } from '@noek/db/testing/engines';
import { openTemplateCopy } from '@noek/db/testing/postgres';
import { expect, onTestFinished, test } from 'vitest';
import { exports, imports } from '../testing/background-work/archive-kinds.ts';
import { type Cluster, openCluster } from '../testing/background-work/cluster.ts';
import { deletions } from '../testing/background-work/deletion-kinds.ts';
import { readings, removals } from '../testing/background-work/file-kinds.ts';
import type { Kind } from '../testing/background-work/kind.ts';
import { campaigns, mails } from '../testing/background-work/mail-kinds.ts';
import { knowledge, levels, purges } from '../testing/background-work/other-kinds.ts';
import { decisions, reconciles } from '../testing/background-work/subscription-kinds.ts';
import { webhooks } from '../testing/background-work/webhook-kinds.ts';
import type { DatabaseStep } from '../testing/database-gate.ts';
import type { ServerProcess } from '../testing/server-process.ts';

const allKinds: readonly Kind[] = [
  ...[mails, campaigns, deletions, readings, removals, knowledge, levels, purges, exports, imports],
  ...[decisions, reconciles, webhooks],
];
const patience = { timeout: 90_000, interval: 50 };

type Member = { server: ServerProcess } & Awaited<ReturnType<Cluster['join']>>;
/** Where the killed process stopped: before a step, or after one without getting its result. */
type Stop = { kind: Kind; before: string | null };

/** Lets a process do all kinds of work, each up to a point, and kills it when it has stopped at all of them. */
async function killAt(cluster: Cluster, { server, gate }: Member, round: number, kinds: readonly Kind[]) {
  const stops = new Map<DatabaseStep, Stop>();
  const stopped = new Set<Kind>();
  const steps = new Map<Kind, number>();
  gate.judge = (step) => {
    const kind = kinds.find((one) => one.steps(round).test(step.text));
    if (!kind || [...stops.values()].some((stop) => stop.kind === kind)) return 'pass';
    const [at, isBefore] = kind.hasOtherEffects ? [Math.ceil(round / 2), round % 2 === 1] : [round, false];
    const made = (steps.get(kind) ?? 0) + 1;
    steps.set(kind, made);
    if (made !== at || at > (kind.mostSteps ?? at)) return 'pass';
    stops.set(step, { kind, before: isBefore ? step.text : null });
    return isBefore ? 'stop-before' : 'stop-after';
  };
  gate.onStopped = (step) => {
    const stop = stops.get(step);
    if (stop) stopped.add(stop.kind);
  };
  gate.resume();
  for (const kind of kinds)
    await expect
      .poll(async () => (stopped.has(kind) ? '' : await problemOf(kind, cluster, round)), {
        ...patience,
        message: `round ${round}: ${kind.name}`,
      })
      .toBe('');
  await server.kill();
  await gate.close();
  return [...stops.values()].filter(({ kind }) => stopped.has(kind));
}

/** Why the work of a round is not done completely and once; '' if it is. */
const problemOf = (kind: Kind, cluster: Cluster, round: number, before: string | null = null): Promise<string> =>
  kind.check(cluster, round, before).then(
    () => '',
    (error: unknown) => `${kind.name}: ${error}`,
  );

test('what a process was doing when it was killed, at each of its steps, is done by others: completely, and once', {
  skip: !testEngines.includes('postgres'),
  timeout: 480_000,
}, async () => {
  const db = await openTemplateCopy(process.env.NOEK_TEST_POSTGRES_URL ?? '');
  onTestFinished(() => db.close());
  const cluster = await openCluster(db);
  const others = await Promise.all([cluster.join({ isPatient: true }), cluster.join({ isPatient: true })]);
  for (const kind of allKinds) await kind.prepare?.(cluster, others[0].server.address);
  // Without a kill, all processes compete for the work of this round.
  for (const kind of allKinds) await kind.seed(cluster, 0);
  let next = cluster.join();
  for (const kind of allKinds) await expect.poll(() => problemOf(kind, cluster, 0), patience).toBe('');

  let kinds: readonly Kind[] = allKinds;
  for (let round = 1; kinds.length > 0; round++) {
    const victim = await next;
    for (const { gate } of [...others, victim]) gate.pause();
    for (const kind of kinds) await kind.seed(cluster, round);
    const stops = await killAt(cluster, victim, round, kinds);
    next = cluster.join();
    await cluster.letClaimsEnd();
    for (const { gate } of others) gate.resume();
    for (const kind of kinds) {
      const before = stops.find((stop) => stop.kind === kind)?.before ?? null;
      await expect.poll(() => problemOf(kind, cluster, round, before), patience).toBe('');
    }
    // The others were done before they had made so many steps.
    kinds = kinds.filter((kind) => stops.some((stop) => stop.kind === kind));
  }
  await next;
  for (const { server } of others) expect(server.output.stdout).not.toContain('"level":50');
});
