import type { PayerWithoutPlan, PersonPayment } from '@noek/contract/admin/schemas';
import type { Ctx } from '../../../context.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { payersWithoutPlan, paymentOf } from '../../subscription/keeping/payers-without-plan.ts';
import { readAccount } from './user-steps.ts';

/** What a person pays for SuperNoek. Throws UNAUTHORIZED, FORBIDDEN and NOT_FOUND. */
export async function readPayment(ctx: Ctx, { id }: { id: string }): Promise<{ payment: PersonPayment | null }> {
  requireAdministrator(ctx);
  await readAccount(ctx, id);
  return { payment: await paymentOf(ctx, id) };
}

/** The people who are charged for SuperNoek without having it. Throws UNAUTHORIZED and FORBIDDEN. */
export async function listPayersWithoutPlan(ctx: Ctx): Promise<PayerWithoutPlan[]> {
  requireAdministrator(ctx);
  return payersWithoutPlan(ctx);
}
