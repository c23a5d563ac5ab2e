import { randomUUID } from 'node:crypto';
import { mailsOfAKindPerHour } from '@noek/contract/limits';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { ipPrefix } from '../../../ip-address.ts';
import { knownDevice } from '../sign-in/known-device.ts';
import { forgetRate, isRemembered, type Rate, remember, takeOneOf, takeRate } from './rate-limit.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How often the doors of this feature may be knocked at. "Ip" is an address prefix (see ipPrefix), "address" an e-mail
 * address. Wide per network, because offices and schools share one; narrow where one mailbox or one password is at stake.
 */
const limits = {
  signUpIp: { burst: 200, perMs: 30 * SECOND },
  /** Mails that one caller, and that everybody, may cause in one mailbox; the owner of one is not blocked by a single stranger. */
  signUpPair: { burst: 6, perMs: 5 * MINUTE },
  signUpAddress: { burst: 30, perMs: 2 * MINUTE },
  loginIp: { burst: 300, perMs: 2 * SECOND },
  /** Wrong passwords of one caller for one address; signing in clears it. */
  loginPair: { burst: 10, perMs: MINUTE },
  /** Wrong passwords of all strangers for one address; does not bind networks that signed in to it before. */
  loginAddress: { burst: 200, perMs: 30 * SECOND },
  /** Wrong passwords of one known device for its account, and of all of them; nothing that strangers do counts here. */
  loginDevice: { burst: 10, perMs: MINUTE },
  loginDevices: { burst: 200, perMs: 30 * SECOND },
  resendIp: { burst: 60, perMs: 30 * SECOND },
  resendPair: { burst: 5, perMs: 2 * MINUTE },
  resendAddress: { burst: 25, perMs: 2 * MINUTE },
  forgotIp: { burst: 60, perMs: 30 * SECOND },
  forgotPair: { burst: 5, perMs: 2 * MINUTE },
  forgotAddress: { burst: 25, perMs: 2 * MINUTE },
  changeEmailPair: { burst: 5, perMs: 5 * MINUTE },
  changeEmailAddress: { burst: 25, perMs: 5 * MINUTE },
  changeEmailUser: { burst: 10, perMs: 10 * MINUTE },
  /** Passwords asked again of somebody who is signed in: of one session, and of all sessions of the account. */
  passwordSession: { burst: 10, perMs: MINUTE },
  passwordUser: { burst: 100, perMs: 30 * SECOND },
  /** Links of mails: their tokens cannot be guessed, this only bounds the work. */
  linkIp: { burst: 120, perMs: 2 * SECOND },
  googleIp: { burst: 120, perMs: 2 * SECOND },
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
 * Counts one attempt to sign in to an address, `userId` being the account that has it. Strangers can exhaust what an address
 * allows them in all, but not what a device or a network has that signed in to it before: its owner is never locked out.
 * Throws RATE_LIMITED.
 */
export async function limitLogin(ctx: Ctx, email: string, userId: string | undefined): Promise<void> {
  const device = knownDevice(ctx, userId);
  if (device) {
    await limit(ctx, 'loginDevice', device);
    return limit(ctx, 'loginDevices', userId as string);
  }
  const caller = callerOf(ctx);
  await limit(ctx, 'loginIp', caller);
  await limit(ctx, 'loginPair', email, caller);
  if (!(await isRemembered(ctx, knownKey(email, caller)))) await limit(ctx, 'loginAddress', email);
}

/** Counts one mail that a caller causes in a mailbox, whether an account has the address or not. Throws RATE_LIMITED. */
export async function limitMailbox(ctx: Ctx, door: 'signUp' | 'resend' | 'forgot' | 'changeEmail', email: string) {
  await limit(ctx, `${door}Pair`, email, callerOf(ctx));
  await limit(ctx, `${door}Address`, email);
}

/** The kinds of mails of which a mailbox gets only so many in an hour; strangers can cause most of them. */
export type LimitedMail = 'verify-email' | 'account-exists' | 'reset-password' | 'email-changed' | 'password-changed';

/**
 * Takes one of the mails of a kind that a mailbox may get in an hour; false when it had them. Without a mailbox (nobody is to
 * get a mail) the work is the same and the answer no.
 */
export async function takeMail(ctx: Ctx, kind: LimitedMail, mailbox: string | null): Promise<boolean> {
  const of = mailbox ?? randomUUID();
  const keys = Array.from({ length: mailsOfAKindPerHour }, (_, i) => JSON.stringify(['mail', kind, of, i]));
  return (await takeOneOf(ctx, keys, HOUR)) && mailbox !== null;
}

/** The same for somebody who may be told. Throws RATE_LIMITED. */
export async function requireMail(ctx: Ctx, kind: LimitedMail, mailbox: string): Promise<void> {
  if (!(await takeMail(ctx, kind, mailbox)))
    throw new AppError('RATE_LIMITED', `Too many emails were sent to ${mailbox}. Please try again in an hour.`, {
      headers: { 'Retry-After': String(HOUR / SECOND) },
    });
}

/** The caller got in, or proved to be the owner: what was counted against it is forgotten, and its network is known from now on. */
export async function loginSucceeded(ctx: Ctx, email: string, userId: string): Promise<void> {
  const caller = callerOf(ctx);
  const device = knownDevice(ctx, userId);
  await forgetRate(ctx, device ? keyOf('loginDevice', [device]) : keyOf('loginPair', [email, caller]));
  await remember(ctx, knownKey(email, caller), 90 * DAY);
}

export const callerOf = (ctx: Ctx): string => ipPrefix(ctx.request.ip);

const keyOf = (name: Limit, who: string[]) => JSON.stringify([name, ...who]);
const knownKey = (email: string, caller: string) => JSON.stringify(['known', email, caller]);
