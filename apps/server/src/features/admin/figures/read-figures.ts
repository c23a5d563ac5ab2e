import type { Figures, FiguresRange } from '@noek/contract/admin/figures';
import { preparedQuery } from '@noek/db/prepared';
import { count, gte, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { hourMs, hourOf } from '../../figures/figures.ts';
import { peopleState } from '../people/people.queries.ts';
import { firstTokenPercentile } from './first-token-percentile.ts';

/** How many models are listed by name. The others are added up. */
const shownModels = 8;
const otherModels = 'Other models';

const spans: Record<FiguresRange, { step: 'hour' | 'day'; hours: number; points: number }> = {
  '24h': { step: 'hour', hours: 1, points: 24 },
  '7d': { step: 'day', hours: 24, points: 7 },
  '30d': { step: 'day', hours: 24, points: 30 },
  '90d': { step: 'day', hours: 24, points: 90 },
};

/** Sums by point of time, for each metric and label. */
type Sums = Map<string, Map<string, number[]>>;

/** How Noek is doing, from hourly sums alone: the cost does not depend on the number of messages. Throws UNAUTHORIZED and FORBIDDEN. */
export async function readFigures(ctx: Ctx, { range }: { range: FiguresRange }): Promise<Figures> {
  requireAdministrator(ctx);
  const { step, hours, points } = spans[range];
  const last = Math.floor(hourOf(ctx.now()) / hours);
  const first = last - points + 1;
  const [rows, { total }, superNoekNow] = await Promise.all([
    readSums(ctx, first * hours, hours),
    peopleState(ctx.db),
    countSuperNoek.run(ctx.db, {}),
  ]);
  const sums: Sums = new Map();
  for (const { point, metric, label, amount } of rows) {
    const labels = sums.get(metric) ?? new Map<string, number[]>();
    sums.set(metric, labels);
    const list = labels.get(label) ?? none(points + 1);
    labels.set(label, list);
    // Changes after the last point count only for levels, which are computed backwards from now.
    const at = Math.min(point - first, points);
    list[at] = (list[at] ?? 0) + amount;
  }
  const of = (metric: string, label: string) => sums.get(metric)?.get(label)?.slice(0, points) ?? none(points);
  const firstTokens = sums.get('first-token') ?? new Map<string, number[]>();
  const percentile = (share: number) =>
    none(points).map((_, i) => firstTokenPercentile((bucket) => firstTokens.get(bucket)?.[i] ?? 0, share));
  const waited = of('queue', 'waited');
  const waitedMs = of('queue', 'ms');
  return {
    range,
    step,
    at: none(points).map((_, i) => new Date((first + i) * hours * hourMs).toISOString()),
    people: {
      total,
      signedUp: of('people', 'signed-up'),
      active: of('people', step === 'day' ? 'active-day' : 'active'),
    },
    guestsSignedUp: of('guests', 'signed-up'),
    messages: { people: of('messages', 'people'), guests: of('messages', 'guests') },
    answers: {
      complete: of('answers', 'complete'),
      stopped: of('answers', 'stopped'),
      interrupted: of('answers', 'interrupted'),
      failed: of('answers', 'failed'),
    },
    models: modelsIn(sums.get('models'), points),
    firstToken: { median: percentile(0.5), p95: percentile(0.95) },
    queue: {
      waited,
      averageWaitMs: waited.map((answers, i) => (answers > 0 ? Math.round((waitedMs[i] ?? 0) / answers) : null)),
    },
    superNoek: levels(superNoekNow[0]?.people ?? 0, sums.get('plans')?.get('supernoek') ?? none(points + 1)),
    revenue: [...(sums.get('revenue')?.keys() ?? [])]
      .toSorted()
      .map((currency) => ({ currency, cents: of('revenue', currency) })),
  };
}

const none = (length: number): number[] => Array.from({ length }, () => 0);

function readSums({ db }: Ctx, firstHour: number, hours: number) {
  const { figures: f } = db.tables;
  // Both engines divide whole numbers without a remainder.
  const point = hours === 1 ? sql<number>`${f.hour}` : sql<number>`${f.hour} / 24`;
  return db.orm
    .select({
      point: point.mapWith(Number),
      metric: f.metric,
      label: f.label,
      amount: sql<number>`sum(${f.amount})`.mapWith(Number),
    })
    .from(f)
    .where(gte(f.hour, firstHour))
    .groupBy(point, f.metric, f.label);
}

/** Reads only the index of the people on SuperNoek. */
const countSuperNoek = preparedQuery<Record<string, never>, { people: number }[]>(
  'figures_supernoek',
  (orm, { users }) => orm.select({ people: count() }).from(users).where(sql`access_level = 'supernoek'`),
);

/** The level at the end of each point, computed from the current level and its changes in each point and after the last. */
function levels(now: number, changes: readonly number[]): number[] {
  let level = now - (changes.at(-1) ?? 0);
  const result: number[] = [];
  for (let i = changes.length - 2; i >= 0; i--) {
    result.unshift(level);
    level -= changes[i] ?? 0;
  }
  return result;
}

function modelsIn(labels: Map<string, number[]> | undefined, points: number): Figures['models'] {
  const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
  const all = [...(labels ?? [])]
    .map(([model, list]) => ({ model, answers: list.slice(0, points) }))
    .toSorted((a, b) => sum(b.answers) - sum(a.answers) || (a.model < b.model ? -1 : 1));
  const rest = all.slice(shownModels);
  if (rest.length === 0) return all;
  const others = none(points).map((_, i) => sum(rest.map(({ answers }) => answers[i] ?? 0)));
  return [...all.slice(0, shownModels), { model: otherModels, answers: others }];
}
