import { randomInt } from 'node:crypto';
import type { Database, Orm, Statement, Step } from '@noek/db/database';
import { type PreparedStatement, preparedStatement } from '@noek/db/prepared';
import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Figure, hourOf } from './figures.ts';

/** The same number as in the triggers of the migration. Used on PostgreSQL only, because SQLite has a single writer. */
const shards = 8;
const maxLabelLength = 120;
/** The most rows per statement, so that few different statements are prepared. */
const maxRows = 32;

/**
 * Adds to the sums of an hour, by default this one. Call it last in the step that does what is counted, because the sums are locked until
 * its commit.
 */
export function addFigures(
  { db, now }: { db: Database; now: () => Date },
  step: Step,
  figures: readonly Figure[],
  at: Date = now(),
): void {
  const rows = [...summed(figures).values()].toSorted(byKey);
  const shared = { hour: hourOf(at), shard: shardOf(db) };
  for (let from = 0; from < rows.length; from += maxRows) {
    const part = rows.slice(from, from + maxRows);
    const values: Record<string, unknown> = { ...shared };
    for (const [i, { metric, label, amount }] of part.entries()) {
      values[`metric${i}`] = metric;
      values[`label${i}`] = label;
      values[`amount${i}`] = amount;
    }
    step.add(addRows(part.length).in(db, step.orm, values));
  }
}

/** A statement that adds to a sum of this hour if `table` has a row that meets `where`. */
export function figureOfRow(
  { db, now }: { db: Database; now: () => Date },
  orm: Orm,
  { metric, label, amount }: Figure,
  table: SQLiteTable,
  where: SQL,
): Statement {
  const { figures: f } = db.tables;
  const row = {
    hour: sql<number>`cast(${hourOf(now())} as bigint)`.as('hour'),
    metric: sql<string>`cast(${metric} as text)`.as('metric'),
    label: sql<string>`cast(${label} as text)`.as('label'),
    shard: sql<number>`cast(${shardOf(db)} as bigint)`.as('shard'),
    amount: sql<number>`cast(${amount} as bigint)`.as('amount'),
  };
  return orm
    .insert(f)
    .select(orm.select(row).from(table).where(where).limit(1))
    .onConflictDoUpdate({
      target: [f.hour, f.metric, f.label, f.shard],
      set: { amount: sql`${f.amount} + excluded.amount` },
    });
}

const shardOf = (db: Database): number => (db.engine === 'sqlite' ? 0 : randomInt(shards));

/** A statement must not change the same row twice. */
function summed(figures: readonly Figure[]): Map<string, Figure> {
  const sums = new Map<string, Figure>();
  for (const { metric, label, amount } of figures) {
    const short = label.slice(0, maxLabelLength);
    const key = `${metric} ${short}`;
    sums.set(key, { metric, label: short, amount: amount + (sums.get(key)?.amount ?? 0) });
  }
  return sums;
}

/** In one order everywhere, so that two steps never wait for each other. */
const byKey = (a: Figure, b: Figure) => (`${a.metric} ${a.label}` < `${b.metric} ${b.label}` ? -1 : 1);

const prepared = new Map<number, PreparedStatement<Record<string, unknown>, unknown>>();

function addRows(count: number): PreparedStatement<Record<string, unknown>, unknown> {
  let statement = prepared.get(count);
  if (!statement) {
    statement = preparedStatement<Record<string, unknown>, unknown>(
      `figures_add_${count}`,
      (orm, { figures: f }, value) =>
        orm
          .insert(f)
          .values(
            Array.from({ length: count }, (_, i) => ({
              hour: value('hour'),
              metric: value(`metric${i}`),
              label: value(`label${i}`),
              shard: value('shard'),
              amount: value(`amount${i}`),
            })),
          )
          .onConflictDoUpdate({
            target: [f.hour, f.metric, f.label, f.shard],
            set: { amount: sql`${f.amount} + excluded.amount` },
          }),
    );
    prepared.set(count, statement);
  }
  return statement;
}
