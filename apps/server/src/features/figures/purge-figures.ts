import type { Database } from '@noek/db/database';
import { lt } from 'drizzle-orm';
import { hourOf } from './figures.ts';

export const keptHours = 400 * 24;

/** Removes sums that are more than 400 days old. */
export async function purgeFigures({ db, now }: { db: Database; now: () => Date }): Promise<void> {
  const { figures } = db.tables;
  await db.write((orm) => orm.delete(figures).where(lt(figures.hour, hourOf(now()) - keptHours)));
}
