import type { Prompt, UpdatePromptInput } from '@noek/contract/prompts/schemas';
import type { Ctx } from '../../context.ts';
import { administratorsStatements, requireStillAdministrator } from '../auth/account/administrators.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import { auditStatement } from '../auth/audit/audit-statement.ts';
import { requireAdministrator } from '../auth/session/require-administrator.ts';
import { changePrompt, promptNotFound, promptOf, requireChange, toPrompt } from './prompts.queries.ts';

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
