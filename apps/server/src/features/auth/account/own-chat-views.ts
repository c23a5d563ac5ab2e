import type { ChatViewPage, ListChatViewsInput } from '@noek/contract/auth/account';
import { after, nextCursorOf } from '@noek/db/list-cursor';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { readCursor } from '../../../read-cursor.ts';
import { requireUser } from '../session/require-user.ts';

/** The audit entry of an administrator who opened a person's messages. Its detail has the `reason`. */
const action = 'messages.read';

/**
 * Each time an administrator opened the caller's messages, the latest first, one page at a time. Throws UNAUTHORIZED, and
 * BAD_REQUEST for a cursor that no page gave.
 */
export async function ownChatViews(ctx: Ctx, { limit, cursor }: ListChatViewsInput): Promise<ChatViewPage> {
  const { id } = requireUser(ctx).user;
  const { auditLog: entries, users } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select({ id: entries.id, at: entries.createdAt, detail: entries.detail, administrator: users.name })
    .from(entries)
    .leftJoin(users, and(eq(users.id, entries.actorId), isNull(users.deletedAt)))
    .where(
      and(
        eq(entries.targetUserId, id),
        eq(entries.action, action),
        cursor === undefined ? undefined : after(readCursor(cursor), entries.createdAt, entries.id),
      ),
    )
    .orderBy(desc(entries.createdAt), desc(entries.id))
    .limit(limit + 1);
  const views = rows.slice(0, limit).map(({ id: viewId, at, detail, administrator }) => ({
    id: viewId,
    viewedAt: at.toISOString(),
    administrator,
    reason: typeof detail.reason === 'string' ? detail.reason : null,
  }));
  return { views, nextCursor: nextCursorOf(rows, limit) };
}
