import type { ArchivedPrompt } from '@noek/contract/archive/schemas';
import { maxPrompts } from '@noek/contract/prompts/limits';
import { AppError } from '../../../errors.ts';
import { announceAccount } from '../../auth/account/announce-account.ts';
import { addedIn, addStatements } from '../../prompts/add-prompts.ts';
import type { Importing } from './importing.ts';

/** Adds the prompts that the account does not have yet, all or none: if there is no room for them, that is reported. */
export async function importArchivedPrompts(
  { deps, job, write, report }: Importing,
  prompts: readonly ArchivedPrompt[],
): Promise<void> {
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
    await write((orm) => addStatements(deps, orm, userId, rows), {
      verify: (results) => void addedIn(results, userId),
    });
    announceAccount(deps, userId);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error;
    const reason = `The account would have more than ${maxPrompts} prompts, which is the limit. None of these was added.`;
    await report({ title: 'Prompts', reason });
  }
}
