import { maxPrompts } from '@noek/contract/prompts/limits';
import type { Prompt, PromptFields } from '@noek/contract/prompts/schemas';
import type { Database, Orm, Statement, Step } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { and, asc, count, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { AppError, notFound } from '../../errors.ts';
import { type RateDeps, rememberStatement } from '../auth/limits/rate-limit.ts';

export type PromptRow = Tables['prompts']['$inferSelect'];

/** Whose prompts: a person's, or null for those that are published for everybody. */
export type PromptOwner = string | null;

export const promptNotFound = () => notFound('Prompt not found.');

/** The condition that selects the prompts of an owner. */
export function promptsOf({ tables }: Pick<Database, 'tables'>, owner: PromptOwner): SQL {
  const { prompts: p } = tables;
  return owner === null ? isNull(p.userId) : eq(p.userId, owner);
}

/** The condition that selects one of them. */
export const promptOf = (db: Pick<Database, 'tables'>, owner: PromptOwner, id: string): SQL =>
  and(promptsOf(db, owner), eq(db.tables.prompts.id, id)) as SQL;

/** The prompts of an owner, in their order. */
export function readPrompts(db: Database, owner: PromptOwner): PromiseLike<PromptRow[]> {
  const { prompts: p } = db.tables;
  return db.orm.select().from(p).where(promptsOf(db, owner)).orderBy(asc(p.position), asc(p.id));
}

/** The position of a prompt that is added after all others of its owner. */
export const lastPosition = (db: Database, owner: PromptOwner): SQL =>
  sql`(select coalesce(max(position), -1) + 1 from prompts where ${promptsOf(db, owner)})`;

const lockedForMs = 60_000;

/**
 * The first statement of a step that adds prompts. Writing its row makes parallel steps of one owner wait for each other, so that each
 * counts the others' prompts.
 */
export const lockPrompts = (deps: RateDeps, orm: Orm, owner: PromptOwner): Statement =>
  rememberStatement(deps, orm, JSON.stringify(['prompts', owner]), lockedForMs);

/** Ends such a step: it throws CONFLICT if there are more prompts now than are allowed. */
export function limitPrompts(db: Database, step: Step, owner: PromptOwner): void {
  const counted = step.add(step.orm.select({ count: count() }).from(db.tables.prompts).where(promptsOf(db, owner)));
  step.check(() => refuseTooMany(counted.rows[0]?.count ?? 0, owner));
}

function refuseTooMany(prompts: number, owner: PromptOwner): void {
  if (prompts <= maxPrompts) return;
  throw new AppError(
    'CONFLICT',
    owner === null
      ? `At most ${maxPrompts} prompts can be published. Withdraw one first.`
      : `You can keep at most ${maxPrompts} prompts. Delete one first.`,
  );
}

/** Changes a prompt of an owner. An import that has added it cannot be undone for it any more. */
export function changePrompt(
  db: Database,
  orm: Orm,
  { owner, id, fields, now }: { owner: PromptOwner; id: string; fields: Partial<PromptFields>; now: Date },
) {
  return orm
    .update(db.tables.prompts)
    .set({ ...fields, importJobId: null, updatedAt: now })
    .where(promptOf(db, owner, id))
    .returning();
}

/** Throws BAD_REQUEST if a change names nothing. */
export function requireChange({ name, text }: Partial<PromptFields>): void {
  if (name === undefined && text === undefined)
    throw new AppError('BAD_REQUEST', 'Give the prompt a new name or a new text.');
}

export const toPrompt = ({ id, userId, name, text, createdAt, updatedAt }: PromptRow): Prompt => ({
  id,
  name,
  text,
  published: userId === null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
