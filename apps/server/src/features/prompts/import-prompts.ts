import type { PromptFields } from '@noek/contract/prompts/schemas';
import type { Ctx } from '../../context.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import { refuseDeletedAccount } from '../auth/session/deleted-account.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { addedIn, addStatements } from './add-prompts.ts';

/**
 * Adds prompts to those of the caller, all or none, and tells how many were added and how many were there already, with the same name and
 * text. Open pages read the list again. Throws UNAUTHORIZED, and CONFLICT if the caller would have too many.
 */
export async function importPrompts(
  ctx: Ctx,
  { prompts }: { prompts: readonly PromptFields[] },
): Promise<{ added: number; known: number }> {
  const { user } = requireUser(ctx);
  const now = ctx.now();
  const rows = prompts.map((prompt) => ({ ...prompt, importJobId: null, createdAt: now, updatedAt: now }));
  const results: readonly unknown[] = await ctx.db
    .atomic(
      (orm) => addStatements(ctx, orm, user.id, rows),
      (inserted) => void addedIn(inserted, user.id),
    )
    .catch(refuseDeletedAccount);
  const added = addedIn(results, user.id);
  if (added > 0) announceAccount(ctx, user.id);
  return { added, known: prompts.length - added };
}
