import type { Prompt } from '@noek/contract/prompts/schemas';
import type { Ctx } from '../../context.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { readPrompts, toPrompt } from './prompts.queries.ts';

/** The caller's prompts in their order, then those that administrators have published. Throws UNAUTHORIZED. */
export async function listPrompts(ctx: Ctx): Promise<Prompt[]> {
  const { user } = requireUser(ctx);
  const [own, published] = await Promise.all([readPrompts(ctx.db, user.id), readPrompts(ctx.db, null)]);
  return [...own, ...published].map(toPrompt);
}
