import type { Ctx } from '../../context.ts';
import { ipPrefix } from '../../ip-address.ts';
import { forgetRate, isRemembered, type Rate, remember, takeRate } from './rate-limit.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/**
 * How often the doors of this feature may be knocked at. "Ip" is an address prefix (see ipPrefix), "address" an e-mail
 * address. Wide per network, because offices and schools share one; narrow where one mailbox or one password is at stake.
 */
const limits = {
  signUpIp: { burst: 200, perMs: 30 * SECOND },
  signUpAddress: { burst: 6, perMs: 5 * MINUTE },
  loginIp: { burst: 300, perMs: 2 * SECOND },
  /** Wrong passwords of one caller for one address; signing in clears it. */
  loginPair: { burst: 10, perMs: MINUTE },
  /** Wrong passwords of everybody for one address; does not bind callers that signed in to it before. */
  loginAddress: { burst: 200, perMs: 30 * SECOND },
  resendIp: { burst: 60, perMs: 30 * SECOND },
  resendAddress: { burst: 5, perMs: 2 * MINUTE },
  verifyIp: { burst: 120, perMs: 2 * SECOND },
  crossDomainUser: { burst: 60, perMs: 2 * SECOND },
  crossDomainIp: { burst: 300, perMs: SECOND },
  guestIp: { burst: 2_000, perMs: SECOND },
} satisfies Record<string, Rate>;

type Limit = keyof typeof limits;

/** Takes one from a limit of this feature. Throws RATE_LIMITED. */
export function limit(ctx: Ctx, name: Limit, ...who: string[]): Promise<void> {
  return takeRate(ctx, keyOf(name, who), limits[name]);
}

/**
 * Counts one attempt to sign in to an address. Strangers can exhaust what an address allows in all, but not for callers that
 * signed in to it before: its owner is never locked out wholly. Throws RATE_LIMITED.
 */
export async function limitLogin(ctx: Ctx, email: string): Promise<void> {
  const caller = callerOf(ctx);
  await limit(ctx, 'loginIp', caller);
  await limit(ctx, 'loginPair', email, caller);
  if (!(await isRemembered(ctx, knownKey(email, caller)))) await limit(ctx, 'loginAddress', email);
}

/** The caller got in: what was counted against it for this address is forgotten, and it is known from now on. */
export async function loginSucceeded(ctx: Ctx, email: string): Promise<void> {
  const caller = callerOf(ctx);
  await forgetRate(ctx, keyOf('loginPair', [email, caller]));
  await remember(ctx, knownKey(email, caller), 90 * DAY);
}

export const callerOf = (ctx: Ctx): string => ipPrefix(ctx.request.ip);

const keyOf = (name: Limit, who: string[]) => JSON.stringify([name, ...who]);
const knownKey = (email: string, caller: string) => JSON.stringify(['known', email, caller]);
