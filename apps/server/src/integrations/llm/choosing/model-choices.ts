import type { ProviderOptions } from '../asking/provider.ts';
import type { LlmModel } from '../llm.ts';
import { contextTokensOf } from './context-window.ts';

/** A model that people can choose: the id `model` at the provider at `position`. */
type ModelChoice = Pick<LlmModel, 'name' | 'provider' | 'premium' | 'contextWindow'> & {
  position: number;
  model: string;
  /** Its name has its provider added. */
  renamed: boolean;
};

/**
 * The models of all providers, in their order, each under a unique name. The first model of a name keeps it; a later one gets its provider
 * added ("small (Groq)"), and a number if that is taken, too. So a chosen name keeps its meaning when providers are added at the end. A
 * premiumModel is premium, unless it is also a model that everyone can choose.
 */
export function choicesOf(providers: readonly ProviderOptions[]): ModelChoice[] {
  const names = new Set<string>();
  return providers.flatMap((config, position) => {
    const { name: provider, premiumModel, labelOf = (model) => model } = config;
    const models = new Set([config.model, ...(config.models ?? []), ...(premiumModel ? [premiumModel] : [])]);
    return [...models].map((model) => {
      const label = labelOf(model);
      const name = unusedName(names, label, provider);
      names.add(name);
      const premium = model === premiumModel && model !== config.model;
      const contextWindow = contextTokensOf(model, config);
      return { name, provider, premium, position, model, contextWindow, renamed: name !== label };
    });
  });
}

function unusedName(taken: ReadonlySet<string>, model: string, provider: string): string {
  if (!taken.has(model)) return model;
  for (let number = 1; ; number++) {
    const name = `${model} (${number === 1 ? provider : `${provider} ${number}`})`;
    if (!taken.has(name)) return name;
  }
}
