import type { Logger } from 'pino';
import type { LlmTuning } from '../../../settings/llm-tuning.ts';
import { effortsOf } from '../asking/efforts.ts';
import { createProvider, modelFor, type ProviderOptions } from '../asking/provider.ts';
import { createDirectRequests } from '../direct-requests/direct-requests.ts';
import type { Llm, MostTokens, Sees } from '../llm.ts';
import { listId, type ModelLists, offerOf } from '../model-lists/model-lists.ts';
import { endOf, isOffered } from '../model-lists/pick-model.ts';
import { type NotesOfProviders, notesInMemory } from '../notes/model-notes.ts';
import { choicesOf, type ModelChoice, windowOf } from './model-choices.ts';
import { isOpenRouter, openRouterSight } from './openrouter-sight.ts';
import { createProviderChain } from './provider-chain.ts';

/** What is offered changes with the lists, and when a day ends. */
const lookAgainMs = 60_000;

type Surroundings = {
  tuning: LlmTuning;
  log: Logger;
  lists: ModelLists;
  mostTokens: MostTokens;
  notes?: NotesOfProviders | undefined;
};

/** The models of `providers`: asked in their order, or the one that a request names. */
export function createProviderModels(
  providers: readonly ProviderOptions[],
  { tuning, log, lists, mostTokens, notes = notesInMemory() }: Surroundings,
): Omit<Llm, 'describe' | 'lookForChanges'> {
  const requests = createDirectRequests(tuning);
  const current = providers.map((config) => withOffer(withSight(config), lists));
  const asked = current.map((config) => createProvider(config, requests, tuning, notes.of(config)));
  const chain = createProviderChain(asked, tuning, log, {
    gone(position, model) {
      const config = providers[position];
      if (config) lists.noteGone(listId(config), model);
    },
    tooLong(position, model, tokens) {
      const config = providers[position];
      if (config) lists.noteTooLong(listId(config), model, tokens);
    },
  });
  let found: { choices: ModelChoice[]; version: number; at: number } | null = null;
  const choices = (): ModelChoice[] => {
    const now = lists.now();
    if (found?.version === lists.version && now - found.at < lookAgainMs) return found.choices;
    const known = new Set(found?.choices.map(({ name }) => name));
    const all = choicesOf(providers, lists, now);
    for (const { name, model, provider, renamed } of all)
      if (renamed && !known.has(name))
        log.warn({ provider, model }, `several providers offer this model; people choose it as "${name}"`);
    found = { choices: all, version: lists.version, at: now };
    return all;
  };
  const chosen = (name: string | undefined) =>
    name === undefined ? undefined : choices().find((choice) => choice.name === name);
  choices();
  return {
    models: () =>
      choices().map(({ position, model, renamed: _, ...choice }) => ({
        ...choice,
        resting: chain.isSuspended(position),
        sees: asked[position]?.sees({ model, premium: choice.premium }) ?? 'unknown',
        tools: asked[position]?.takesTools(model) ?? 'unknown',
        efforts: effortsOf(providers[position] as ProviderOptions, model),
      })),
    hasEnded(name) {
      const now = lists.now();
      return providers.some((config) => {
        const { list } = lists.of(listId(config));
        const offered = [
          config.model,
          ...(config.models ?? []),
          config.premiumModel,
          ...(list ?? []).map(({ id }) => id),
        ];
        const isKnown = offered.some((model) => model !== undefined && (config.labelOf?.(model) ?? model) === name);
        return (isKnown || config.picks !== undefined) && !isOffered(endOf(name, list), now);
      });
    },
    contextTokensFor: (request) =>
      Math.min(
        request.premium ? mostTokens.premium : mostTokens.basic,
        chosen(request.model)?.contextWindow ??
          Math.min(...current.map((config) => windowOf(modelFor(config, request), config, lists))),
      ),
    sees({ model: name, premium }) {
      const choice = chosen(name);
      if (choice) return asked[choice.position]?.sees({ model: choice.model, premium }) ?? 'unknown';
      return best(asked.map((provider) => provider.sees({ premium })));
    },
    providers: chain.states,
    tryProvider: chain.tryNow,
    stream: (request) => chain.stream(request, chosen(request.model)),
  };
}

/** The same provider, whose models are those that it offers when they are read. */
function withOffer(config: ProviderOptions, lists: ModelLists): ProviderOptions {
  const offer = () => offerOf(config, lists, lists.now());
  return Object.defineProperties(
    { ...config },
    {
      model: { get: () => offer().model, enumerable: true },
      premiumModel: { get: () => offer().premiumModel, enumerable: true },
    },
  );
}

/** OpenRouter has models of both kinds, and a public list that says which. */
const withSight = (provider: ProviderOptions): ProviderOptions =>
  isOpenRouter(provider.baseUrl) ? { seesOf: openRouterSight(provider.baseUrl), ...provider } : provider;

const best = (all: readonly Sees[]): Sees => (all.includes('yes') ? 'yes' : all.includes('unknown') ? 'unknown' : 'no');
