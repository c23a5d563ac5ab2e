import { randomUUIDv7 } from 'node:crypto';
import type { CreatePromptInput, Prompt } from '@noek/contract/prompts/schemas';
import { sql } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import { refuseDeletedAccount } from '../auth/session/deleted-account.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { countPrompts, lastPosition, lockPrompts, promptsOf, refuseTooMany, toPrompt } from './prompts.queries.ts';

/**
 * Creates a prompt of the caller: after `position` others, or after all of them. Open pages read the list again. Throws UNAUTHORIZED, and
 * CONFLICT if the caller has too many.
 */
export async function createPrompt(ctx: Ctx, { name, text, position }: CreatePromptInput): Promise<Prompt> {
  const { user } = requireUser(ctx);
  const { db } = ctx;
  const { prompts: p } = db.tables;
  const now = ctx.now();
  const row = { id: randomUUIDv7(), userId: user.id, name, text, importJobId: null, createdAt: now, updatedAt: now };
  const own = promptsOf(db, user.id);
  const last = lastPosition(db, user.id);
  const place =
    position === undefined
      ? null
      : sql`(select position from prompts where ${own} order by position, id limit 1 offset ${position})`;
  await db
    .atomic(
      (orm) => [
        lockPrompts(ctx, orm, user.id),
        // There is nothing to move if fewer come before it: then the place is null.
        ...(place
          ? [
              orm
                .update(p)
                .set({ position: sql`${p.position} + 1` })
                .where(sql`${own} and ${p.position} >= ${place}`),
            ]
          : []),
        orm.insert(p).values({ ...row, position: place ? sql`coalesce(${place} - 1, ${last})` : last }),
        countPrompts(db, orm, user.id),
      ],
      (rows) => refuseTooMany(rows.at(-1) as { count: number }[], user.id),
    )
    .catch(refuseDeletedAccount);
  announceAccount(ctx, user.id);
  return toPrompt({ ...row, position: 0 });
}
