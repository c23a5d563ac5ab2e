import { and, eq, isNotNull, lte, notExists } from 'drizzle-orm';
import type { Deps } from '../../../../deps.ts';

/** How long a used code is remembered, so that a copy of it that comes later is noticed. */
const keptMs = 24 * 60 * 60_000;

/** Deletes apps that have not refreshed for 60 days, codes a day after they expired, and expired registrations of unconnected apps. */
export async function purgeApps({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { appAuthorizations: a, connectedApps: c, registeredClients: r } = db.tables;
  await db.write((orm) => orm.delete(c).where(and(isNotNull(c.refreshExpiresAt), lte(c.refreshExpiresAt, now()))));
  await db.write((orm) => orm.delete(a).where(lte(a.expiresAt, new Date(now().getTime() - keptMs))));
  await db.write((orm) =>
    orm
      .delete(r)
      .where(and(lte(r.expiresAt, now()), notExists(orm.select({ id: c.id }).from(c).where(eq(c.clientId, r.id))))),
  );
}
