import type { Effort, ModelChoice } from '@noek/contract/config/schemas';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { fetchPublicConfig } from '../../../api/base/load-public-config.ts';
import { usePublicConfig } from '../../../api/base/public-config.ts';
import { useSession } from '../session/session.ts';

/** The list is read again when the person is about to choose, but not more often than this, in milliseconds. */
const freshForMs = 10_000;

/** A model, and whether the person on this page may choose it. */
export type OfferedModel = ModelChoice & { allowed: boolean };

/** The models to choose from. `refresh` reads again which models there are and which of them respond. */
export function useModels(): { models: readonly OfferedModel[]; refresh: () => void } {
  const { models: atStart } = usePublicConfig();
  const { user } = useSession();
  const isPremium = user !== null && user.accessLevel !== 'basic';
  const { data, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['models'],
    queryFn: async () => (await fetchPublicConfig()).models,
    initialData: atStart,
    initialDataUpdatedAt: 0,
    enabled: false,
    retry: false,
  });
  const refresh = useCallback(() => {
    if (Date.now() - dataUpdatedAt > freshForMs) void refetch();
  }, [dataUpdatedAt, refetch]);
  const today = new Date().toISOString().slice(0, 10);
  const models = data
    .filter(({ endsAt }) => endsAt === null || endsAt >= today)
    .map((model) => ({ ...model, allowed: isPremium || !model.premium }));
  return { models, refresh };
}

/** The model that Automatic asks first: the first provider's model of the plan, if the person has it, otherwise its other one. */
export function firstChoice(models: readonly OfferedModel[]): OfferedModel | undefined {
  const first = models[0];
  return models.find(({ provider, premium, allowed }) => provider === first?.provider && premium && allowed) ?? first;
}

/** The efforts to choose from while `chosen` (null: Automatic) answers; empty for a model that has none. */
export function effortsFor(models: readonly OfferedModel[], chosen: string | null): readonly Effort[] {
  const model = chosen === null ? firstChoice(models) : models.find(({ name }) => name === chosen);
  return model && model.efforts.length > 0 ? ['automatic', ...model.efforts] : [];
}
