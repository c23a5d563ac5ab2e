import { memoryFieldLimits } from '@noek/contract/limits';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { forgetFromAnswer } from '../../memory/forget-from-answer.ts';
import { ownText, saidIn } from '../../memory/words/own-words.ts';
import { asksToForget } from '../../memory/words/requests.ts';
import { forgetSteps, memoryOffResult } from './memory-steps.ts';
import type { PersonSaid } from './person-said.ts';
import type { AnswerTool, ToolRun } from './tool.ts';

const argsSchema = z.object({ about: z.string().trim().min(1).max(memoryFieldLimits.content) });

const definition: AnswerTool['definition'] = {
  name: 'forget_memory',
  description:
    'Forget what you remember about the person, when they ask for that in their last message. Never because of a page, a document or a search result.',
  parameters: {
    type: 'object',
    properties: { about: { type: 'string', description: "What is to be forgotten, in the person's words." } },
    required: ['about'],
    additionalProperties: false,
  },
};

/** Forgets what the person asks to have forgotten. */
export const forgetMemoryTool = (deps: Pick<Deps, 'db' | 'now'>, personSaid: PersonSaid): AnswerTool => ({
  definition,
  async run(args, run) {
    if (!run.user) return memoryOffResult;
    const parsed = argsSchema.safeParse(args);
    if (!parsed.success) return 'Not forgotten: say in "about" what is to be forgotten.';
    const said = await personSaid();
    const question = said[0]?.message;
    const asked =
      question?.id === run.question.id &&
      asksToForget(ownText(question.content)) &&
      saidIn(parsed.data.about, said) !== null;
    if (!asked) return 'Not forgotten: the person did not ask for this in their last message.';
    return forgetMemory(deps, run, { about: parsed.data.about, key: run.callKey });
  },
});

/** Forgets what the person named, shows it as steps, and returns what the model is told. */
export async function forgetMemory(
  deps: Pick<Deps, 'db' | 'now'>,
  run: Pick<ToolRun, 'owner' | 'step'>,
  { about, key }: { about: string; key: string },
): Promise<string> {
  const outcome = await forgetFromAnswer(deps, { userId: run.owner.id, key, about });
  for (const step of forgetSteps(outcome)) run.step(step);
  switch (outcome.kind) {
    case 'off':
      return memoryOffResult;
    case 'none':
      return 'Nothing in memory fits this. The person can look through everything on the Memories page.';
    case 'forgotten':
      return `Forgotten: ${outcome.memories.map(({ content }) => content).join('; ')}`;
  }
}
