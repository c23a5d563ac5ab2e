import type { Prompt, UpdatePromptInput } from '@noek/contract/prompts/schemas';
import type { Ctx } from '../../context.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { changePrompt, promptNotFound, requireChange, toPrompt } from './prompts.queries.ts';

/** Changes one of the caller's prompts. Open pages read the list again. Throws UNAUTHORIZED, NOT_FOUND and BAD_REQUEST. */
export async function updatePrompt(ctx: Ctx, { id, ...fields }: UpdatePromptInput): Promise<Prompt> {
  const { user } = requireUser(ctx);
  requireChange(fields);
  const [row] = await ctx.db.write((orm) => changePrompt(ctx.db, orm, { owner: user.id, id, fields, now: ctx.now() }));
  if (!row) throw promptNotFound();
  announceAccount(ctx, user.id);
  return toPrompt(row);
}
