import type { CreatePromptInput, Prompt, UpdatePromptInput } from '@noek/contract/prompts/schemas';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../context.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import { refuseDeletedAccount } from '../auth/session/deleted-account.ts';
import { requireUser } from '../auth/session/require-user.ts';
import {
  changePrompt,
  lastPosition,
  limitPrompts,
  lockPrompts,
  promptNotFound,
  promptOf,
  promptsOf,
  readPrompts,
  requireChange,
  toPrompt,
} from './prompts.queries.ts';

/** The caller's prompts in their order, then those that administrators have published. Throws UNAUTHORIZED. */
export async function listPrompts(ctx: Ctx): Promise<Prompt[]> {
  const { user } = requireUser(ctx);
  const [own, published] = await Promise.all([readPrompts(ctx.db, user.id), readPrompts(ctx.db, null)]);
  return [...own, ...published].map(toPrompt);
}

/**
 * Creates a prompt of the caller: after `position` others, or after all of them. Open pages read the list again. Throws UNAUTHORIZED, and
 * CONFLICT if the caller has too many.
 */
export async function createPrompt(ctx: Ctx, { name, text, position }: CreatePromptInput): Promise<Prompt> {
  const { user } = requireUser(ctx);
  const { db } = ctx;
  const { prompts: p } = db.tables;
  const now = ctx.now();
  const row = { id: uuidv7(), userId: user.id, name, text, importJobId: null, createdAt: now, updatedAt: now };
  const own = promptsOf(db, user.id);
  const last = lastPosition(db, user.id);
  const place =
    position === undefined
      ? null
      : sql`(select position from prompts where ${own} order by position, id limit 1 offset ${position})`;
  await db
    .atomic((step) => {
      step.add(lockPrompts(ctx, step.orm, user.id));
      // There is nothing to move if fewer come before it: then the place is null.
      if (place)
        step.add(
          step.orm
            .update(p)
            .set({ position: sql`${p.position} + 1` })
            .where(sql`${own} and ${p.position} >= ${place}`),
        );
      step.add(step.orm.insert(p).values({ ...row, position: place ? sql`coalesce(${place} - 1, ${last})` : last }));
      limitPrompts(db, step, user.id);
    })
    .catch(refuseDeletedAccount);
  announceAccount(ctx, user.id);
  return toPrompt({ ...row, position: 0 });
}

/** Changes one of the caller's prompts. Open pages read the list again. Throws UNAUTHORIZED, NOT_FOUND and BAD_REQUEST. */
export async function updatePrompt(ctx: Ctx, { id, ...fields }: UpdatePromptInput): Promise<Prompt> {
  const { user } = requireUser(ctx);
  requireChange(fields);
  const [row] = await ctx.db.write((orm) => changePrompt(ctx.db, orm, { owner: user.id, id, fields, now: ctx.now() }));
  if (!row) throw promptNotFound();
  announceAccount(ctx, user.id);
  return toPrompt(row);
}

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
