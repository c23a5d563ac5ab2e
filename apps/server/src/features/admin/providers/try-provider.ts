import type { Provider } from '@noek/contract/admin/figures';
import type { Ctx } from '../../../context.ts';
import { type AppError, notFound } from '../../../errors.ts';
import { administratorStep } from '../../auth/administrators/administrator-step.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { type Rate, takeRate } from '../../auth/limits/rate-limit.ts';
import { toProvider } from './list-providers.ts';

/** Each try is a request that may cost money. */
const triesOfAll: Rate = { burst: 5, perMs: 10_000 };

/**
 * Asks a model provider for a few words, even while it rests, and returns its new state: if it answered, it is used again. The audit entry
 * is written before the provider is asked. Throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND and RATE_LIMITED.
 */
export async function tryProvider(ctx: Ctx, { id: name }: { id: string }): Promise<Provider> {
  requireAdministrator(ctx);
  if (!ctx.llm.providers().some((provider) => provider.name === name)) throw providerNotFound();
  await takeRate(ctx, 'tryProvider', triesOfAll);
  await administratorStep(ctx, { action: 'provider.tried', targetUserId: null, detail: { note: name } }, () => {});
  const state = await ctx.llm.tryProvider(name, ctx.generations.closing);
  if (!state) throw providerNotFound();
  return toProvider(state);
}

const providerNotFound = (): AppError => notFound('There is no provider with this name.');
