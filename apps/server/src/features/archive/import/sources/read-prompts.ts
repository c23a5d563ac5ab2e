import { type ArchivedPrompt, archivedPromptSchema } from '@noek/contract/archive/schemas';
import { maxPrompts } from '@noek/contract/prompts/limits';
import { ArchiveProblem, damaged } from '../../zip/archive-problem.ts';
import type { CheckedFile } from './checked-file.ts';

/** The prompts of an archive. Throws ArchiveProblem. */
export async function readArchivedPrompts(file: CheckedFile): Promise<ArchivedPrompt[]> {
  const prompts: ArchivedPrompt[] = [];
  for await (const { value } of file.values(['$.prompts.*'])) {
    const prompt = archivedPromptSchema.safeParse(value);
    if (!prompt.success) throw damaged(prompt.error);
    prompts.push(prompt.data);
    if (prompts.length > maxPrompts) throw new ArchiveProblem('This archive has too many prompts.');
  }
  file.check();
  return prompts;
}
