import type { ModelChoice } from '@noek/contract/config';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { fetchPublicConfig, usePublicConfig } from '../../../api/base/public-config.ts';
import { useChatSession } from '../session/chat-session.ts';

/** The list is read again when somebody is about to choose, but not more often than this, in milliseconds. */
const freshForMs = 10_000;

/** A model, and whether the person on this page may choose it. */
export type OfferedModel = ModelChoice & { allowed: boolean };

/** The models to choose from. `refresh` reads again which there are and which of them respond. */
export function useModels(): { models: readonly OfferedModel[]; refresh: () => void } {
  const { models: atStart } = usePublicConfig();
  const { user } = useChatSession();
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
  return { models: data.map((model) => ({ ...model, allowed: isPremium || !model.premium })), refresh };
}
