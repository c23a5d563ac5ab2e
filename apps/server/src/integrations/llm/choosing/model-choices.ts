import { maxModelNameLength } from '@noek/contract/chat/limits';
import { knownWindow } from '../../../settings/known-models.ts';
import type { ProviderOptions } from '../asking/provider.ts';
import type { LlmModel } from '../llm.ts';
import { listId, type ModelLists, offerOf } from '../model-lists/model-lists.ts';
import { endOf } from '../model-lists/pick-model.ts';

/** A model that people can choose: the id `model` at the provider at `position`. */
export type ModelChoice = Pick<LlmModel, 'name' | 'provider' | 'premium' | 'contextWindow' | 'endsAt'> & {
  position: number;
  model: string;
  /** Its name has its provider added. */
  renamed: boolean;
};

/**
 * The models of all providers that are offered now, in their order, each under a unique name. The first model of a name keeps it; a later one
 * gets its provider added ("small (Groq)"), and a number if that is taken, too. So a chosen name keeps its meaning when providers are added
 * at the end. A premiumModel is premium, unless it also answers first. `now` is in milliseconds since 1970.
 */
export function choicesOf(providers: readonly ProviderOptions[], lists: ModelLists, now: number): ModelChoice[] {
  const names = new Set<string>();
  return providers.flatMap((config, position) => {
    const { name: provider, labelOf = (model) => model } = config;
    const { list } = lists.of(listId(config));
    const offer = offerOf(config, lists, now);
    const models = new Set([...offer.models, ...(offer.premiumModel ? [offer.premiumModel] : [])]);
    return [...models].flatMap((model) => {
      const label = labelOf(model);
      const name = unusedName(names, label, provider);
      // A message names its model, within this length.
      if (name.length > maxModelNameLength) return [];
      names.add(name);
      const premium = model === offer.premiumModel && model !== offer.model;
      const contextWindow = windowOf(model, config, lists);
      const endsAt = endOf(model, list);
      return { name, provider, premium, position, model, contextWindow, endsAt, renamed: name !== label };
    });
  });
}

/** A model's context window in tokens: as configured, as its provider lists it, otherwise by its name. */
export function windowOf(model: string, config: ProviderOptions, lists: ModelLists): number {
  const id = listId(config);
  const listed = lists.of(id).list?.find((entry) => entry.id === model)?.window;
  const window =
    config.contextTokens ?? config.windowOf?.(model) ?? listed ?? knownWindow(model, { isLocal: config.apiKey === '' });
  return Math.min(window, lists.mostOf(id, model));
}

function unusedName(taken: ReadonlySet<string>, model: string, provider: string): string {
  if (!taken.has(model)) return model;
  for (let number = 1; ; number++) {
    const name = `${model} (${number === 1 ? provider : `${provider} ${number}`})`;
    if (!taken.has(name)) return name;
  }
}
