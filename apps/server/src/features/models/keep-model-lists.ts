import type { AppDeps } from '../../context.ts';
import { listId } from '../../integrations/llm/model-lists/model-lists.ts';
import { type ModelListDeps, refreshModelLists } from './refresh-model-lists.ts';
import { tellEnds } from './tell-ends.ts';

/** How soon this process knows what another one has read. */
const learnEveryMs = 60_000;
/** How soon a model that was loaded on this machine is offered. */
const localEveryMs = 30_000;
const failure = 'the lists of models could not be kept';

/**
 * Keeps what is known of the providers' models: all lists are read at the start, then hourly, and soon after a provider does not offer a model
 * any more. The start does not wait for them.
 */
export function keepModelLists(deps: ModelListDeps & Pick<AppDeps, 'background' | 'llm'>): void {
  const { background, config, llm, modelLists } = deps;
  const look = async (soon?: ReadonlySet<string>) => {
    await refreshModelLists(deps, soon);
    await tellEnds(deps);
  };
  background.run(failure, () => look(new Set(config.ai.providers.map(listId))));
  background.every(learnEveryMs, failure, () => look());
  background.every(localEveryMs, failure, () => llm.lookForChanges());
  modelLists.onGone((id) => background.run(failure, () => look(new Set([id]))));
}
