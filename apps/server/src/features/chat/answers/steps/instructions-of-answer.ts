import { isDeepStrictEqual } from 'node:util';
import { tokensFor } from '../../prompt/budget.ts';
import { fittingInstructions, type PersonInstructions } from '../../prompt/instructions.ts';
import type { ProjectOfAnswer } from '../../records/projects.queries.ts';
import type { AnswerOptions } from '../running/answer-options.ts';
import type { RunningAnswer } from '../running/running-answer.ts';

/**
 * What the person has said about how to answer, in all their chats and in those of the project, noted as given. Programs say themselves how
 * to answer, and could have the model repeat what is meant for Noek alone.
 */
export function instructionsOfAnswer(
  answer: RunningAnswer,
  {
    user,
    program,
    project,
    contextTokens,
  }: Pick<AnswerOptions, 'user' | 'program'> & {
    project: ProjectOfAnswer | null;
    contextTokens: number;
  },
): PersonInstructions[] {
  if (program || !user) return [];
  const all = [
    { project: null, text: user.instructions },
    { project: project?.name ?? null, text: project?.instructions ?? '' },
  ].filter(({ text }) => text !== '');
  if (all.length === 0) return [];
  const given = fittingInstructions(all, tokensFor('instructions', contextTokens));
  // A process that takes over knows them as they were.
  if (!isDeepStrictEqual(answer.row.usedInstructions, given)) answer.text.log({ instructions: given });
  return given;
}
