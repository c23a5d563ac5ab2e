import type { Provider, Providers } from '@noek/contract/admin/figures';
import type { Ctx } from '../../../context.ts';
import type { ProviderState } from '../../../integrations/llm/llm.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';

/** The model providers as this process has found them. Throws UNAUTHORIZED and FORBIDDEN. */
export async function listProviders(ctx: Ctx): Promise<Providers> {
  requireAdministrator(ctx);
  return { label: ctx.llm.describe().label, providers: ctx.llm.providers().map(toProvider) };
}

export function toProvider({ restsUntil, lastFailure, lastSuccessAt, refusals, ...rest }: ProviderState): Provider {
  return {
    ...rest,
    restsUntil: isoOf(restsUntil),
    lastFailure: lastFailure && { message: lastFailure.message, at: new Date(lastFailure.at).toISOString() },
    lastSuccessAt: isoOf(lastSuccessAt),
    refusals: refusals.map(({ until, ...refusal }) => ({ ...refusal, until: new Date(until).toISOString() })),
  };
}

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
