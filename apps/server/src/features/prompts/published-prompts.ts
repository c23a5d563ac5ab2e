import type { Prompt, PromptFields, UpdatePromptInput } from '@noek/contract/prompts/schemas';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../context.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import { administratorStep } from '../auth/administrators/administrator-step.ts';
import { requireAdministrator } from '../auth/administrators/require-administrator.ts';
import {
  changePrompt,
  lastPosition,
  limitPrompts,
  lockPrompts,
  promptNotFound,
  promptOf,
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
  const row = { id: uuidv7(), userId: null, name, text, importJobId: null, createdAt: now, updatedAt: now };
  const entry = { action: 'prompt.published', targetUserId: null, detail: { prompt: row.id, name: [null, name] } };
  await administratorStep(ctx, entry, (step) => {
    step.add(lockPrompts(ctx, step.orm, null));
    step.add(step.orm.insert(db.tables.prompts).values({ ...row, position: lastPosition(db, null) }));
    limitPrompts(db, step, null);
  });
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
  const detail = {
    prompt: id,
    ...(name !== before.name && { name: [before.name, name] }),
    ...(text !== before.text && { note: 'The text was changed.' }),
  };
  const entry = { action: 'prompt.changed', targetUserId: null, detail };
  const { rows: changed } = await administratorStep(ctx, entry, (step) =>
    step.must(changePrompt(db, step.orm, { owner: null, id, fields, now: ctx.now() }), promptNotFound),
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
  const entry = { action: 'prompt.withdrawn', targetUserId: null, detail: { prompt: id, name: [before.name, null] } };
  await administratorStep(
    ctx,
    entry,
    (step) =>
      void step.must(
        step.orm
          .delete(p)
          .where(promptOf(db, null, id))
          .returning({ id: p.id }),
        promptNotFound,
      ),
  );
  announceAccount(ctx, caller);
  return { message: 'Prompt withdrawn.' };
}
