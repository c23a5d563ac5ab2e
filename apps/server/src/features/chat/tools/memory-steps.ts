import type { Step } from '@noek/contract/answers';
import { memoryStepTexts } from '@noek/contract/limits';
import type { Memory } from '@noek/contract/memory';
import type { ForgetOutcome } from '../../memory/forget-from-answer.ts';
import type { SaveOutcome } from '../../memory/save-from-answer.ts';

type NewStep = Omit<Step, 'at'>;

const step = (status: Step['status'], text: string, memory: Memory | null = null, id = 'memory'): NewStep => ({
  id,
  kind: 'memory',
  status,
  text,
  url: null,
  memoryId: memory?.id ?? null,
});

/** What a model is told when memory is off. */
export const memoryOffResult =
  'Memory is off, so nothing was saved or forgotten. The person can turn it on in their account.';

const offStep = step('failed', 'Memory is off');

/** What the person reads of a memory that was to be saved. */
export function saveStep(outcome: SaveOutcome): NewStep {
  switch (outcome.kind) {
    case 'saved':
    case 'updated':
      return step('done', memoryStepTexts.saved, outcome.memory);
    case 'known':
      // Without the memory, because there is nothing to take back.
      return step('done', 'Already in memory');
    case 'full':
      return step('failed', outcome.message);
    case 'off':
      return offStep;
  }
}

/** What the person reads of memories that were to be forgotten: one step for each. */
export function forgetSteps(outcome: ForgetOutcome): NewStep[] {
  switch (outcome.kind) {
    case 'forgotten':
      return outcome.memories.map((memory, i) => step('done', memoryStepTexts.removed, memory, `memory${i}`));
    case 'none':
      return [step('failed', 'Nothing in memory fits this')];
    case 'off':
      return [offStep];
  }
}
