import type { Ctx } from '../../../context.ts';
import { callerOf } from '../../auth/limits/auth-limits.ts';
import { type Rate, takeRate } from '../../auth/limits/rate-limit.ts';
import type { Owner } from '../records/owner.ts';

/** Copies are free, so only this limit stops someone from filling the database with them. */
const ofOwner: Rate = { burst: 10, perMs: 2 * 60_000 };
const ofNetwork: Rate = { burst: 40, perMs: 2 * 60_000 };

/** Counts one copy of something that is shared, of the caller and of the caller's network. Throws RATE_LIMITED. */
export async function takeCopyRate(ctx: Ctx, owner: Owner): Promise<void> {
  await takeRate(ctx, JSON.stringify(['continueSharedOwner', owner.key]), ofOwner);
  await takeRate(ctx, JSON.stringify(['continueSharedIp', callerOf(ctx)]), ofNetwork);
}
