import type { factorsPageSchema, ListFactorsInput } from '@noek/contract/admin/security';
import { after, nextCursorOf } from '@noek/db/list-cursor';
import { and, count, desc, eq, exists, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Ctx } from '../../../context.ts';
import { readCursor } from '../../../read-cursor.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { levelAt } from '../../auth/auth.queries.ts';

/**
 * Who has which second factor, the newest account first, one page at a time. Throws UNAUTHORIZED, FORBIDDEN, and BAD_REQUEST for a cursor
 * that no page gave.
 */
export async function listFactors(
  ctx: Ctx,
  { filter, limit, cursor }: ListFactorsInput,
): Promise<z.infer<typeof factorsPageSchema>> {
  requireAdministrator(ctx);
  const { passkeys: p, recoveryCodes: r, users: u } = ctx.db.tables;
  const { orm } = ctx.db;
  const theirPasskeys = orm.select({ id: p.id }).from(p).where(eq(p.userId, u.id));
  const fits = {
    everybody: undefined,
    administrators: sql`access_level = 'admin'`,
    with: or(isNotNull(u.secondFactorAt), exists(theirPasskeys)),
    without: and(isNull(u.secondFactorAt), notExists(theirPasskeys)),
  }[filter];
  const rows = await orm
    .select({
      id: u.id,
      at: u.createdAt,
      name: u.name,
      email: u.email,
      accessLevel: u.accessLevel,
      premiumUntil: u.premiumUntil,
      factorAt: u.secondFactorAt,
      signedInAt: u.signedInAt,
    })
    .from(u)
    .where(
      and(isNull(u.deletedAt), fits, cursor === undefined ? undefined : after(readCursor(cursor), u.createdAt, u.id)),
    )
    .orderBy(desc(u.createdAt), desc(u.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const ids = page.map(({ id }) => id);
  const [keys, codes] = await Promise.all([
    orm.select({ id: p.userId, number: count() }).from(p).where(inArray(p.userId, ids)).groupBy(p.userId),
    orm
      .select({ id: r.userId, number: count() })
      .from(r)
      .where(and(inArray(r.userId, ids), isNull(r.usedAt)))
      .groupBy(r.userId),
  ]);
  const numberOf = (found: typeof keys, userId: string) => found.find(({ id }) => id === userId)?.number ?? 0;
  return {
    people: page.map(({ id, name, email, factorAt, signedInAt, ...level }) => ({
      id,
      name,
      email,
      accessLevel: levelAt(level, ctx.now()),
      authenticatorSince: factorAt?.toISOString() ?? null,
      passkeys: numberOf(keys, id),
      recoveryCodes: numberOf(codes, id),
      lastSignInAt: signedInAt?.toISOString() ?? null,
    })),
    nextCursor: nextCursorOf(rows, limit),
  };
}
