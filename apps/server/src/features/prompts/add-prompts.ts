import type { PromptFields } from '@noek/contract/prompts/schemas';
import type { Database, Orm, Step } from '@noek/db/database';
import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../context.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import type { RateDeps } from '../auth/limits/rate-limit.ts';
import { refuseDeletedAccount } from '../auth/session/deleted-account.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { lastPosition, limitPrompts, lockPrompts, type PromptRow, promptsOf } from './prompts.queries.ts';

type AddedPrompt = Omit<PromptRow, 'id' | 'userId' | 'position'>;

/**
 * Adds prompts after those that a person has, without those that are there already, with the same name and text. The step throws CONFLICT if
 * there are too many now: then none may be added. Returns how many were added, which can be called after the step.
 */
export function addPrompts(
  deps: RateDeps,
  step: Step,
  userId: string,
  prompts: readonly AddedPrompt[],
): { added(): number } {
  step.add(lockPrompts(deps, step.orm, userId));
  const inserted = prompts.map((prompt) => step.add(insertUnlessKnown(deps.db, step.orm, { ...prompt, userId })));
  limitPrompts(deps.db, step, userId);
  return { added: () => inserted.filter(({ rows }) => rows.length > 0).length };
}

function insertUnlessKnown(
  db: Database,
  orm: Orm,
  prompt: AddedPrompt & { userId: string },
): PromiseLike<{ id: string }[]> {
  const { prompts: p } = db.tables;
  const value = (column: keyof PromptRow, given: unknown) =>
    sql`cast(${sql.param(given, p[column])} as ${sql.raw(p[column].getSQLType())})`;
  // Every column in the order of the table, because INSERT … SELECT names them all.
  const row = sql.join(
    [
      value('id', uuidv7()),
      value('userId', prompt.userId),
      value('name', prompt.name),
      value('text', prompt.text),
      lastPosition(db, prompt.userId),
      value('importJobId', prompt.importJobId),
      value('createdAt', prompt.createdAt),
      value('updatedAt', prompt.updatedAt),
    ],
    sql`, `,
  );
  const known = sql`select 1 from prompts where ${promptsOf(db, prompt.userId)} and ${eq(p.name, prompt.name)} and ${eq(p.text, prompt.text)}`;
  return orm.insert(p).select(sql`select ${row} where not exists (${known})`).returning({ id: p.id });
}

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
  const inserted = await ctx.db.atomic((step) => addPrompts(ctx, step, user.id, rows)).catch(refuseDeletedAccount);
  const added = inserted.added();
  if (added > 0) announceAccount(ctx, user.id);
  return { added, known: prompts.length - added };
}
