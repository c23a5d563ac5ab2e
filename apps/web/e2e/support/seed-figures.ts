import { openDatabase } from '../../../../packages/db/src/open.ts';
import { type Figure, hourMs } from '../../../server/src/features/figures/figures.ts';
import type { ServerProcess } from '../../../server/src/testing/server-process.ts';

const days = 7;

/** Writes a week of figures directly into the database of the running server, those of its last hour included. */
export async function seedFigures(server: ServerProcess): Promise<void> {
  const db = await openDatabase(`file:${server.dataDir}/noek.db`);
  const now = Math.floor(Date.now() / hourMs);
  try {
    for (let day = 0; day < days; day++)
      for (const { metric, label, amount } of figuresOf(day)) {
        const row = { hour: now - (days - 1 - day) * 24, metric, label, shard: 7, amount };
        await db.write((orm) => orm.insert(db.tables.figures).values(row));
      }
  } finally {
    await db.close();
  }
}

const figuresOf = (day: number): Figure[] => [
  { metric: 'people', label: 'signed-up', amount: 3 + (day % 3) },
  { metric: 'people', label: 'active', amount: 20 + 3 * day },
  { metric: 'people', label: 'active-day', amount: 20 + 3 * day },
  { metric: 'guests', label: 'signed-up', amount: 1 },
  { metric: 'messages', label: 'people', amount: 140 + 25 * day },
  { metric: 'messages', label: 'guests', amount: 60 + 10 * (day % 4) },
  { metric: 'answers', label: 'complete', amount: 190 + 30 * day },
  { metric: 'answers', label: 'stopped', amount: 4 },
  { metric: 'answers', label: 'failed', amount: day % 3 },
  { metric: 'models', label: 'Nimbus · nimbus-large', amount: 150 + 20 * day },
  { metric: 'models', label: 'Harbour · harbour-2', amount: 40 + 10 * day },
  { metric: 'first-token', label: '250', amount: 60 + 10 * day },
  { metric: 'first-token', label: '500', amount: 90 },
  { metric: 'first-token', label: '2000', amount: 30 },
  { metric: 'queue', label: 'waited', amount: 2 + day },
  { metric: 'queue', label: 'ms', amount: 700 * (2 + day) },
  { metric: 'revenue', label: 'usd', amount: 3000 * (day % 3) },
];
