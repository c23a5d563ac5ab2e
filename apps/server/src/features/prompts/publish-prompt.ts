import { randomUUIDv7 } from 'node:crypto';
import type { Prompt, PromptFields } from '@noek/contract/prompts/schemas';
import type { Ctx } from '../../context.ts';
import { administratorsStatements, requireStillAdministrator } from '../auth/account/administrators.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import { auditStatement } from '../auth/audit/audit-statement.ts';
import { requireAdministrator } from '../auth/session/require-administrator.ts';
import { countPrompts, lastPosition, lockPrompts, refuseTooMany, toPrompt } from './prompts.queries.ts';

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
