import type { BaseCtx } from '../../../base-context.ts';
import { AppError } from '../../../errors.ts';
import { isOnlyAdministrator } from '../administrators/administrators.ts';

/** Refuses every way to sign in or up except the company's, if ONLY_OIDC says so. Throws FORBIDDEN. */
export function refuseOtherSignIn({ config }: Pick<BaseCtx, 'config'>): void {
  if (config.companySignIn.only) throw onlyCompany();
}

/**
 * Whether the account may be signed in to without the company. With ONLY_OIDC, only the last administrator may: otherwise nothing could
 * be repaired while the company's provider is down.
 */
export async function mayDoWithoutCompany(
  ctx: Pick<BaseCtx, 'config' | 'db'>,
  userId: string | undefined,
): Promise<boolean> {
  return !ctx.config.companySignIn.only || (userId !== undefined && (await isOnlyAdministrator(ctx, userId)));
}

/** The same refusal for everybody, so that it does not tell who the last administrator is. */
export const onlyCompany = () =>
  new AppError(
    'FORBIDDEN',
    "Please sign in with your company's account. Only the last administrator can sign in without it.",
  );
