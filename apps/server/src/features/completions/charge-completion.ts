import type { Allowance } from '@noek/contract/subscription/plans';
import type { Ctx } from '../../context.ts';
import { prepareCharge, refundCharges } from '../chat/allowance/allowance.ts';
import type { UserOwner } from '../chat/records/owner.ts';
import { requireRoom } from '../chat/turns/turn.ts';
import { addFigures } from '../figures/add-figures.ts';
import { countActivity } from '../figures/count-activity.ts';

/** Charges one message. Throws MESSAGE_LIMIT_REACHED, and UNAVAILABLE while too many people wait. */
export async function chargeCompletion(ctx: Ctx, owner: UserOwner): Promise<{ ids: string[]; allowance: Allowance }> {
  requireRoom(ctx);
  const charge = await prepareCharge(ctx, owner);
  const charged = await ctx.db.atomic((step) => {
    const added = charge.addTo(step);
    added.addShared();
    addFigures(ctx, step, [{ metric: 'messages', label: 'people', amount: 1 }]);
    return added;
  });
  ctx.background.run('an active person could not be counted', () => countActivity(ctx, owner.id));
  return { ids: charge.ids, allowance: charged.allowance() };
}

/** Gives a charge back, once. If it fails, it is logged. */
export function refundCompletion(ctx: Ctx, ids: readonly string[]): void {
  ctx.background.run('a charge could not be refunded', () => ctx.db.atomic((step) => refundCharges(ctx, step, ids)));
}
