import type { Logger } from 'pino';
import { createProvider, modelFor, type ProviderOptions } from '../asking/provider.ts';
import { createDirectRequests } from '../direct-requests/direct-requests.ts';
import type { Llm, Sees } from '../llm.ts';
import type { LlmTuning } from '../tuning.ts';
import { contextTokensOf } from './context-window.ts';
import { choicesOf } from './model-choices.ts';
import { isOpenRouter, openRouterSight } from './openrouter-sight.ts';
import { createProviderChain } from './provider-chain.ts';

/** The models of `providers`: asked in their order, or the one that a request names. */
export function createProviderModels(
  providers: readonly ProviderOptions[],
  tuning: LlmTuning,
  log: Logger,
): Omit<Llm, 'describe'> {
  const choices = choicesOf(providers);
  const requests = createDirectRequests(tuning);
  for (const { name, model, provider, renamed } of choices)
    if (renamed) log.warn({ provider, model }, `several providers offer this model; people choose it as "${name}"`);
  const asked = providers.map((provider) => createProvider(withSight(provider), requests, tuning));
  const chain = createProviderChain(asked, tuning, log);
  const chosen = (name: string | undefined) =>
    name === undefined ? undefined : choices.find((choice) => choice.name === name);
  return {
    models: () =>
      choices.map(({ name, provider, premium, position, model, contextWindow }) => ({
        name,
        provider,
        premium,
        resting: chain.isResting(position),
        sees: asked[position]?.sees({ model, premium }) ?? 'unknown',
        ...{ endsAt: null, contextWindow, tools: 'unknown' as const, efforts: [] },
      })),
    contextTokensFor: (request) =>
      chosen(request.model)?.contextWindow ??
      Math.min(...providers.map((provider) => contextTokensOf(modelFor(provider, request), provider))),
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

/** OpenRouter has models of both kinds, and a public list that says which. */
const withSight = (provider: ProviderOptions): ProviderOptions =>
  isOpenRouter(provider.baseUrl) ? { seesOf: openRouterSight(provider.baseUrl), ...provider } : provider;

const best = (all: readonly Sees[]): Sees => (all.includes('yes') ? 'yes' : all.includes('unknown') ? 'unknown' : 'no');
