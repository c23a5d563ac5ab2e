import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { announceDeletion } from '../../auth/account/announce-deletion.ts';
import { emptyConversations } from '../deletion/empty-conversations.ts';
import { deletedForever } from '../deletion/trash.ts';

/** How many steps of emptying the caller waits for. */
const stepsAtOnce = 20;

/** Empties deleted conversations if they are small. The rest is emptied later. */
export async function emptyAtOnce(ctx: Pick<Ctx, 'db' | 'log'>, ids: readonly number[]): Promise<void> {
  const { conversations: c } = ctx.db.tables;
  const which = and(inArray(c.id, [...ids]), eq(c.deletedAt, deletedForever)) as SQL;
  try {
    for (let step = 0; step < stepsAtOnce; step++) if (!(await emptyConversations(ctx.db, which))) break;
  } catch (error) {
    // They are already gone for everyone, and the rest is emptied later.
    ctx.log.error({ err: error }, 'deleted conversations could not be emptied at once');
  }
  announceDeletion(ctx);
}
