import type { Prompt } from '@noek/contract/prompts/schemas';
import { sql } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { promptsOf, readPrompts, toPrompt } from './prompts.queries.ts';

/**
 * Puts the caller's prompts into this order. Those that are not named come after them, in the order that they had. Ids that are not theirs
 * are ignored. Returns the caller's prompts; open pages read the list again. Throws UNAUTHORIZED.
 */
export async function orderPrompts(ctx: Ctx, { ids }: { ids: readonly string[] }): Promise<Prompt[]> {
  const { user } = requireUser(ctx);
  const { prompts: p } = ctx.db.tables;
  const named = [...new Set(ids)];
  if (named.length > 0) {
    const places = sql.join(
      named.map((id, place) => sql`when ${sql.param(id, p.id)} then ${sql.raw(String(place))}`),
      sql` `,
    );
    await ctx.db.write((orm) =>
      orm
        .update(p)
        .set({ position: sql`case ${p.id} ${places} else ${p.position} + ${sql.raw(String(named.length))} end` })
        .where(promptsOf(ctx.db, user.id)),
    );
    announceAccount(ctx, user.id);
  }
  return (await readPrompts(ctx.db, user.id)).map(toPrompt);
}
