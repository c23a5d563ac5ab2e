import { and, isNotNull, lte } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';

/** How long a used code is remembered, so that a copy of it that comes later is noticed. */
const keptMs = 24 * 60 * 60_000;

/** Deletes apps that have not refreshed for 60 days, and codes a day after they expired. */
export async function purgeApps({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { appAuthorizations: a, connectedApps: c } = db.tables;
  await db.write((orm) => orm.delete(c).where(and(isNotNull(c.refreshExpiresAt), lte(c.refreshExpiresAt, now()))));
  await db.write((orm) => orm.delete(a).where(lte(a.expiresAt, new Date(now().getTime() - keptMs))));
}
