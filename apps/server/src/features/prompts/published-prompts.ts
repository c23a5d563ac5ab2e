import { randomUUIDv7 } from 'node:crypto';
import type { Prompt, PromptFields, UpdatePromptInput } from '@noek/contract/prompts/schemas';
import type { Ctx } from '../../context.ts';
import { administratorsStatements, requireStillAdministrator } from '../auth/account/administrators.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import { auditStatement } from '../auth/audit/audit-statement.ts';
import { requireAdministrator } from '../auth/session/require-administrator.ts';
import {
  changePrompt,
  countPrompts,
  lastPosition,
  lockPrompts,
  promptNotFound,
  promptOf,
  refuseTooMany,
  requireChange,
  toPrompt,
} from './prompts.queries.ts';

/**
 * Publishes a prompt for everybody, after the others. The administrator's open pages read the list again, everybody else's when they open
 * it. Throws UNAUTHORIZED, FORBIDDEN, and CONFLICT if there are too many.
 */
export async function publishPrompt(ctx: Ctx, { name, text }: PromptFields): Promise<Prompt> {
  const caller = requireAdministrator(ctx).user.id;
  const { db } = ctx;
  const now = ctx.now();
  const row = { id: randomUUIDv7(), userId: null, name, text, importJobId: null, createdAt: now, updatedAt: now };
  await db.atomic(
    (orm) =>
      [
        ...administratorsStatements(ctx, orm),
        lockPrompts(ctx, orm, null),
        orm.insert(db.tables.prompts).values({ ...row, position: lastPosition(db, null) }),
        auditStatement(ctx, orm, {
          ...{ action: 'prompt.published', actorId: caller, targetUserId: null },
          detail: { prompt: row.id, name: [null, name] },
        }),
        countPrompts(db, orm, null),
      ] as const,
    ([, administrators, , , , counted]) => {
      requireStillAdministrator(administrators, caller);
      refuseTooMany(counted, null);
    },
  );
  announceAccount(ctx, caller);
  return toPrompt({ ...row, position: 0 });
}

/** Changes a published prompt. Throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND and BAD_REQUEST. */
export async function updatePublished(ctx: Ctx, { id, ...fields }: UpdatePromptInput): Promise<Prompt> {
  const caller = requireAdministrator(ctx).user.id;
  requireChange(fields);
  const { db } = ctx;
  const [before] = await db.orm
    .select()
    .from(db.tables.prompts)
    .where(promptOf(db, null, id));
  if (!before) throw promptNotFound();
  const { name = before.name, text = before.text } = fields;
  const [, , changed] = await db.atomic(
    (orm) =>
      [
        ...administratorsStatements(ctx, orm),
        changePrompt(db, orm, { owner: null, id, fields, now: ctx.now() }),
        auditStatement(ctx, orm, {
          ...{ action: 'prompt.changed', actorId: caller, targetUserId: null },
          detail: {
            prompt: id,
            ...(name !== before.name && { name: [before.name, name] }),
            ...(text !== before.text && { note: 'The text was changed.' }),
          },
        }),
      ] as const,
    ([, administrators, rows]) => {
      requireStillAdministrator(administrators, caller);
      if (rows.length === 0) throw promptNotFound();
    },
  );
  announceAccount(ctx, caller);
  return toPrompt(changed[0] ?? { ...before, ...fields });
}

/** Deletes a published prompt. Throws UNAUTHORIZED, FORBIDDEN and NOT_FOUND. */
export async function withdrawPrompt(ctx: Ctx, { id }: { id: string }): Promise<{ message: string }> {
  const caller = requireAdministrator(ctx).user.id;
  const { db } = ctx;
  const { prompts: p } = db.tables;
  const [before] = await db.orm
    .select({ name: p.name })
    .from(p)
    .where(promptOf(db, null, id));
  if (!before) throw promptNotFound();
  await db.atomic(
    (orm) =>
      [
        ...administratorsStatements(ctx, orm),
        orm
          .delete(p)
          .where(promptOf(db, null, id))
          .returning({ id: p.id }),
        auditStatement(ctx, orm, {
          ...{ action: 'prompt.withdrawn', actorId: caller, targetUserId: null },
          detail: { prompt: id, name: [before.name, null] },
        }),
      ] as const,
    ([, administrators, deleted]) => {
      requireStillAdministrator(administrators, caller);
      if (deleted.length === 0) throw promptNotFound();
    },
  );
  announceAccount(ctx, caller);
  return { message: 'Prompt withdrawn.' };
}
