import { inArray, lte } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { trashEnd } from './trash.ts';

const perStep = 200;
const maxSteps = 50;

/** Removes conversations that have been in the trash for 30 days, with their messages, in small batches. */
export async function purgeTrash({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { conversations } = db.tables;
  const before = trashEnd(now());
  for (let step = 0; step < maxSteps; step++) {
    const due = await db.orm
      .select({ id: conversations.id })
      .from(conversations)
      .where(lte(conversations.deletedAt, before))
      .limit(perStep);
    if (due.length === 0) return;
    const ids = due.map(({ id }) => id);
    await db.orm.delete(conversations).where(inArray(conversations.id, ids));
  }
}
