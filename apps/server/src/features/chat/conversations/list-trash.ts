import type { ConversationPage } from '@noek/contract/chat/schemas';
import { after } from '@noek/db/list-cursor';
import { and, desc } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { readNumberCursor } from '../../../read-cursor.ts';
import { inTrashOf } from '../deletion/trash.ts';
import { requireUserOwner } from '../rows/owner.ts';
import { pageOf } from './list-conversations.ts';

/** The person's deleted conversations that can still be restored, most recently deleted first, one page at a time. */
export async function listTrash(
  ctx: Ctx,
  input: { limit: number; cursor?: string | undefined },
): Promise<ConversationPage> {
  const owner = requireUserOwner(ctx);
  const { conversations: c } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select()
    .from(c)
    .where(
      and(
        inTrashOf(ctx.db, owner, ctx.now()),
        input.cursor === undefined ? undefined : after(readNumberCursor(input.cursor), c.deletedAt, c.id),
      ),
    )
    .orderBy(desc(c.deletedAt), desc(c.id))
    .limit(input.limit + 1);
  return pageOf(ctx, rows, input.limit, (row) => row.deletedAt);
}
