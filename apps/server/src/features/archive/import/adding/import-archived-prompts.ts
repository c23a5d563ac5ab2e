import type { ArchivedPrompt } from '@noek/contract/archive/schemas';
import { maxPrompts } from '@noek/contract/prompts/limits';
import { and, count, eq } from 'drizzle-orm';
import { AppError } from '../../../../errors.ts';
import { announceAccount } from '../../../auth/account/announce-account.ts';
import { addPrompts } from '../../../prompts/add-prompts.ts';
import type { Importing } from '../importing.ts';

/** Adds the prompts that the account does not have yet, all or none: if there is no room for them, that is reported. */
export async function importArchivedPrompts(importing: Importing, prompts: readonly ArchivedPrompt[]): Promise<void> {
  const { deps, job, write, report } = importing;
  if (prompts.length === 0) return;
  const { userId } = job.row;
  const now = deps.now();
  const rows = prompts.map(({ createdAt, ...prompt }) => ({
    ...prompt,
    importJobId: job.row.id,
    createdAt: new Date(Math.min(Date.parse(createdAt), now.getTime())),
    updatedAt: now,
  }));
  try {
    await write((step) => addPrompts(deps, step, userId, rows));
    // An earlier attempt of this import may have added them.
    const { prompts: p } = deps.db.tables;
    const [ofImport] = await deps.db.orm
      .select({ prompts: count() })
      .from(p)
      .where(and(eq(p.userId, userId), eq(p.importJobId, job.row.id)));
    const promptsAdded = Math.min((ofImport?.prompts ?? 0) - importing.counts.promptsAdded, prompts.length);
    await write(() => {}, { promptsAdded, promptsKnown: prompts.length - promptsAdded });
    announceAccount(deps, userId);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error;
    const reason = `The account would have more than ${maxPrompts} prompts, which is the limit. None of these was added.`;
    await report({ title: 'Prompts', reason });
  }
}
