import type { User } from '@noek/contract/auth/schemas';
import type { BaseCtx } from '../../../../base-context.ts';
import { AppError } from '../../../../errors.ts';
import { hasEnded } from '../../../../integrations/llm/choosing/has-ended.ts';
import { userOf } from '../../records/owner.ts';

/** Whether premium models answer this person. */
export const isPremium = (user: Pick<User, 'accessLevel'> | null): boolean =>
  user !== null && user.accessLevel !== 'basic';

/**
 * Checks that the caller may choose a model; null and undefined choose none. Throws BAD_REQUEST for an unknown model and
 * FORBIDDEN for a premium one on the basic plan. Throws MODEL_ENDED for one that is no longer available.
 */
export function requireModel({ llm, actor, now }: BaseCtx, name: string | null | undefined): void {
  if (name === null || name === undefined) return;
  const model = llm.models().find((offered) => offered.name === name);
  if (model ? hasEnded(model, now()) : llm.hasEnded(name))
    throw new AppError('MODEL_ENDED', `The model “${name}” is no longer available. Choose another one, or Automatic.`, {
      status: 400,
    });
  if (!model) throw new AppError('BAD_REQUEST', 'This model is not available. Choose another one, or Automatic.');
  if (model.premium && !isPremium(userOf(actor)))
    throw new AppError('FORBIDDEN', `The model “${name}” is part of SuperNoek. Choose another one, or Automatic.`);
}

/**
 * Which model is asked for an answer whose conversation or variant chose `name`. Without one (null), or when it is no longer
 * offered to this person, the models are asked in their order; `gone` then names it, so that the answer can say so.
 */
export function modelToAsk(
  { llm, now }: Pick<BaseCtx, 'llm' | 'now'>,
  { model: name, premium }: { model: string | null; premium: boolean },
): { model: string | undefined; gone: string | null } {
  if (name === null) return { model: undefined, gone: null };
  const offered = llm
    .models()
    .some((model) => model.name === name && (premium || !model.premium) && !hasEnded(model, now()));
  return offered ? { model: name, gone: null } : { model: undefined, gone: name };
}
