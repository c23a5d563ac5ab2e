import type { Ctx } from '../../context.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { promptNotFound, promptOf } from './prompts.queries.ts';

/** Deletes one of the caller's prompts. Open pages read the list again. Throws UNAUTHORIZED and NOT_FOUND. */
export async function deletePrompt(ctx: Ctx, { id }: { id: string }): Promise<{ message: string }> {
  const { user } = requireUser(ctx);
  const { prompts: p } = ctx.db.tables;
  const deleted = await ctx.db.write((orm) =>
    orm
      .delete(p)
      .where(promptOf(ctx.db, user.id, id))
      .returning({ id: p.id }),
  );
  if (deleted.length === 0) throw promptNotFound();
  announceAccount(ctx, user.id);
  return { message: 'Prompt deleted.' };
}
