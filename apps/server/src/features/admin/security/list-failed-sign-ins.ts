import type { failedSignInsPageSchema, ListFailedSignInsInput } from '@noek/contract/admin/security';
import { after, nextCursorOf } from '@noek/db/list-cursor';
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { Ctx } from '../../../context.ts';
import { readCursor } from '../../../read-cursor.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { oldestEventAt } from '../../auth/security-events/purge-security-events.ts';

/**
 * The sign-ins to accounts that failed in the last 90 days, the latest first, one page at a time. Those with an address that has no account
 * are not recorded: what was typed there may be a password. Throws UNAUTHORIZED, FORBIDDEN, and BAD_REQUEST for a cursor that no page gave.
 */
export async function listFailedSignIns(
  ctx: Ctx,
  { limit, cursor }: ListFailedSignInsInput,
): Promise<z.infer<typeof failedSignInsPageSchema>> {
  requireAdministrator(ctx);
  const { securityEvents: e, users: u } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select({
      id: e.id,
      at: e.at,
      detail: e.detail,
      device: e.device,
      network: e.network,
      person: { id: u.id, name: u.name, email: u.email },
    })
    .from(e)
    .innerJoin(u, and(eq(u.id, e.userId), isNull(u.deletedAt)))
    .where(
      and(
        eq(e.kind, 'sign-in-failed'),
        gt(e.at, oldestEventAt(ctx)),
        cursor === undefined ? undefined : after(readCursor(cursor), e.at, e.id),
      ),
    )
    .orderBy(desc(e.at), desc(e.id))
    .limit(limit + 1);
  const signIns = rows.slice(0, limit).map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
  return { signIns, nextCursor: nextCursorOf(rows, limit) };
}
