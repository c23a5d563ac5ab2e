import type { Ctx } from '../../context.ts';
import { administratorsStatements, requireStillAdministrator } from '../auth/account/administrators.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import { auditStatement } from '../auth/audit/audit-statement.ts';
import { requireAdministrator } from '../auth/session/require-administrator.ts';
import { promptNotFound, promptOf } from './prompts.queries.ts';

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
