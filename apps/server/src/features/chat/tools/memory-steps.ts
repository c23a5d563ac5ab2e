import type { ForgetProposal, KeepProposal, Step } from '@noek/contract/chat/answers';
import type { Memory } from '@noek/contract/memory/schemas';
import { keepStepTexts, memoryStepTexts } from '@noek/contract/memory/texts';
import type { MeantOutcome } from '../../memory/for-answers/meant-memories.ts';
import type { SaveOutcome } from '../../memory/for-answers/save-from-answer.ts';

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

/** What the person reads about a memory that was to be saved. */
export function saveStep(outcome: SaveOutcome): NewStep {
  switch (outcome.kind) {
    case 'saved':
    case 'updated':
      return step('done', memoryStepTexts.saved, outcome.memory);
    case 'known':
      // Without the memory, because there is nothing to undo.
      return step('done', 'Already in memory');
    case 'full':
      return step('failed', outcome.message);
    case 'off':
      return offStep;
  }
}

/** What asks the person whether to keep a memory. Nothing is saved before they decide. */
export const keepStep = (proposal: Omit<KeepProposal, 'state'>): NewStep => ({
  ...step('done', keepStepTexts.open),
  keep: { state: 'open', ...proposal },
});

/** The step once the person has decided. `outcome`: what was saved; null if they do not keep it. */
export function keptStep(asked: Step, proposal: KeepProposal, outcome: SaveOutcome | null): Step {
  if (!outcome) return { ...asked, text: keepStepTexts.declined, keep: { ...proposal, state: 'declined' } };
  const { text, memoryId } = saveStep(outcome);
  return { ...asked, text, memoryId, keep: { ...proposal, state: 'kept' } };
}

const memoriesOf = (count: number): string => (count === 1 ? '1 memory' : `${count} memories`);

/** What the person reads about the memories that they asked to have forgotten. Nothing is deleted before they decide. */
export function forgetStep(outcome: MeantOutcome): NewStep {
  switch (outcome.kind) {
    case 'meant': {
      const { memories } = outcome;
      return {
        ...step('done', `Delete ${memoriesOf(memories.length)}?`, null, 'forget'),
        forget: { state: 'open', memories: memories.map(({ id, title }) => ({ id, title, deleted: false })) },
      };
    }
    case 'none':
      return step('failed', 'Nothing in memory fits this', null, 'forget');
    case 'off':
      return { ...offStep, id: 'forget' };
  }
}

/** The step once the person has decided. `deleted`: the ids of what was deleted. */
export function decidedStep(asked: Step, proposal: ForgetProposal, deleted: ReadonlySet<string>): Step {
  const text = deleted.size === 0 ? 'Nothing was deleted from memory' : `Deleted ${memoriesOf(deleted.size)}`;
  const memories = proposal.memories.map((memory) => ({ ...memory, deleted: deleted.has(memory.id) }));
  return { ...asked, text, forget: { state: 'decided', memories } };
}
