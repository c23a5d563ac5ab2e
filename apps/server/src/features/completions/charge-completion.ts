import type { Allowance } from '@noek/contract/subscription/plans';
import type { Ctx } from '../../context.ts';
import { prepareCharge, refundStatements } from '../chat/allowance/allowance.ts';
import type { UserOwner } from '../chat/records/owner.ts';
import { requireRoom } from '../chat/turns/turn.ts';
import { figuresStatements } from '../figures/add-figures.ts';
import { countActivity } from '../figures/count-activity.ts';

/** Charges one message. Throws MESSAGE_LIMIT_REACHED, and UNAVAILABLE while too many people wait. */
export async function chargeCompletion(ctx: Ctx, owner: UserOwner): Promise<{ ids: string[]; allowance: Allowance }> {
  requireRoom(ctx);
  const charge = await prepareCharge(ctx, owner);
  let size = 0;
  const rows: readonly unknown[] = await ctx.db.atomic(
    (orm) => {
      const paid = [...charge.statements(orm), ...charge.sharedStatements(orm)];
      size = paid.length;
      return [...paid, ...figuresStatements(ctx, orm, [{ metric: 'messages', label: 'people', amount: 1 }])];
    },
    (results: readonly unknown[]) => charge.verify(results.slice(0, size)),
  );
  ctx.background.run('an active person could not be counted', () => countActivity(ctx, owner.id));
  return { ids: charge.ids, allowance: charge.allowanceAfter(rows.slice(0, size)) };
}

/** Gives a charge back, once. If it fails, it is logged. */
export function refundCompletion(ctx: Ctx, ids: readonly string[]): void {
  ctx.background.run('a charge could not be refunded', () => ctx.db.atomic((orm) => refundStatements(ctx, orm, ids)));
}
