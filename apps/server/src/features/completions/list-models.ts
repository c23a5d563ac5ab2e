import type { Ctx } from '../../context.ts';
import { hasEnded } from '../../integrations/llm/choosing/has-ended.ts';
import { isPremium } from '../chat/answers/running/chosen-model.ts';
import { userOf } from '../chat/records/owner.ts';
import { assistantModel } from './completion-input.ts';
import { modelNotFound } from './refusals.ts';

/**
 * A model as https://platform.openai.com/docs/api-reference/models describes it. `created`: in seconds since 1970. `context_window`: for
 * question and answer together, in tokens; OpenAI's own list has none.
 */
export type ListedModel = { id: string; object: 'model'; created: number; owned_by: string; context_window: number };

/** The protocol wants a date, and providers do not say when they got a model: 2026-01-01. */
const created = 1_767_225_600;

/** The models that the caller may ask for: the whole assistant first, then those of the providers. */
export function listModels({ llm, actor, now }: Ctx): ListedModel[] {
  const premium = isPremium(userOf(actor));
  const bare = llm
    .models()
    .filter((model) => model.name !== assistantModel && (premium || !model.premium) && !hasEnded(model, now()));
  const listed = (id: string, owner: string, tokens: number): ListedModel => ({
    ...{ id, object: 'model', created, owned_by: owner, context_window: tokens },
  });
  return [
    listed(assistantModel, 'noek', llm.contextTokensFor({ model: undefined, premium })),
    ...bare.map(({ name, provider, contextWindow }) => listed(name, provider, contextWindow)),
  ];
}

/** One of these models. Throws a refusal with the code model_not_found. */
export function findModel(ctx: Ctx, id: string): ListedModel {
  const found = listModels(ctx).find((model) => model.id === id);
  if (!found) throw modelNotFound(id);
  return found;
}
