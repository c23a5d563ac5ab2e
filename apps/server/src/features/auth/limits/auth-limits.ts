import { randomUUID } from 'node:crypto';
import { mailsOfAKindPerHour } from '@noek/contract/auth/limits';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { ipPrefix } from '../../../ip-address.ts';
import { knownDevice } from './known-device.ts';
import { isRemembered, type Rate, remember, resetRate, takeRate, takeSlot } from './rate-limit.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The rate limits of sign-in and accounts. "Ip" is an IP prefix (see ipPrefix), "Address" an email address, "Pair" both.
 * Limits per network are wide, because offices and schools share one. Limits per mailbox or password are narrow.
 */
const limits = {
  signUpIp: { burst: 200, perMs: 30 * SECOND },
  /** Sign-ups with one address: by one caller, and by all callers. A single stranger cannot block the owner. */
  signUpPair: { burst: 6, perMs: 5 * MINUTE },
  signUpAddress: { burst: 30, perMs: 2 * MINUTE },
  loginIp: { burst: 300, perMs: 2 * SECOND },
  /** Failed sign-ins of one caller to one address. Signing in resets it. */
  loginPair: { burst: 10, perMs: MINUTE },
  /** Failed sign-ins of all strangers to one address. Networks that have signed in to it before are exempt. */
  loginAddress: { burst: 200, perMs: 30 * SECOND },
  /** Failed sign-ins of one known device to its account, and of all its known devices. Strangers do not count here. */
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
  /** Password checks of a signed-in person: per session, and over all sessions of the account. */
  passwordSession: { burst: 10, perMs: MINUTE },
  passwordUser: { burst: 100, perMs: 30 * SECOND },
  /**
   * Codes of an authenticator app and recovery codes, tried by one caller or with one account, and by a known device or all known devices
   * of an account. One in 333,333 guesses is right: a code is valid for three steps.
   */
  codePair: { burst: 10, perMs: 5 * MINUTE },
  codeUser: { burst: 30, perMs: 15 * MINUTE },
  codeDevice: { burst: 10, perMs: MINUTE },
  codeDevices: { burst: 100, perMs: 5 * MINUTE },
  passkeyIp: { burst: 300, perMs: 2 * SECOND },
  passkeyUser: { burst: 60, perMs: 30 * SECOND },
  /** Links in mails. Their tokens cannot be guessed; this only limits the load. */
  linkIp: { burst: 120, perMs: 2 * SECOND },
  googleIp: { burst: 120, perMs: 2 * SECOND },
  /** Wider, because a whole company may sign in from one network in the morning. */
  companyIp: { burst: 1_000, perMs: 200 },
  crossDomainUser: { burst: 60, perMs: 2 * SECOND },
  crossDomainIp: { burst: 300, perMs: SECOND },
  tokenUser: { burst: 60, perMs: 30 * SECOND },
  /** Requests of apps that a person opens. Each may have its description fetched. */
  appRequestUser: { burst: 60, perMs: 10 * SECOND },
  /** What apps send to exchange, refresh and revoke. Wide, because an app may do so for all its users from one server. */
  appIp: { burst: 1_000, perMs: 100 },
  /** Apps that register themselves. Wide enough for an office whose programs are set up on one day. */
  registrationIp: { burst: 60, perMs: MINUTE },
  /** Codes that devices get. */
  deviceIp: { burst: 60, perMs: 10 * SECOND },
  /** Codes of devices that a person enters. One in 25,600,000,000 guesses is right if one device waits. */
  deviceCodeUser: { burst: 20, perMs: MINUTE },
  /** Calls that ask the payment service: it limits how often Noek may ask. */
  paymentsUser: { burst: 60, perMs: 2 * SECOND },
  /** Cards that a person tries, because thieves test stolen ones. */
  cardUser: { burst: 20, perMs: 30 * SECOND },
  guestIp: { burst: 2_000, perMs: SECOND },
} satisfies Record<string, Rate>;

type Limit = keyof typeof limits;

/** Counts one attempt against a limit. Throws RATE_LIMITED. */
export function limit(ctx: Ctx, name: Limit, ...who: string[]): Promise<void> {
  return takeRate(ctx, keyOf(name, who), limits[name]);
}

/**
 * Counts one attempt to sign in to an address; `userId` is its account. Strangers can use up the limit that they share for an
 * address, but not the limits of devices and networks that have signed in to it before, so its owner is never locked out.
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

/**
 * Counts one try of a code for an account. Strangers who know the password can use up the limit that they share, but not the limits of
 * devices that have signed in before. Throws RATE_LIMITED.
 */
export async function limitCode(ctx: Ctx, userId: string): Promise<void> {
  const device = knownDevice(ctx, userId);
  if (device) {
    await limit(ctx, 'codeDevice', device);
    return limit(ctx, 'codeDevices', userId);
  }
  await limit(ctx, 'codePair', userId, callerOf(ctx));
  await limit(ctx, 'codeUser', userId);
}

/** Call it when the code was right: resets the limit of the caller. */
export async function codeSucceeded(ctx: Ctx, userId: string): Promise<void> {
  const device = knownDevice(ctx, userId);
  await resetRate(ctx, device ? keyOf('codeDevice', [device]) : keyOf('codePair', [userId, callerOf(ctx)]));
}

/** Counts one request to mail an address, whether or not it has an account. Throws RATE_LIMITED. */
export async function limitMailbox(ctx: Ctx, action: 'signUp' | 'resend' | 'forgot' | 'changeEmail', email: string) {
  await limit(ctx, `${action}Pair`, email, callerOf(ctx));
  await limit(ctx, `${action}Address`, email);
}

/** The kinds of mail with an hourly quota per mailbox. Strangers can trigger most of them. */
export type LimitedMail =
  | 'verify-email'
  | 'account-exists'
  | 'reset-password'
  | 'email-changed'
  | 'password-changed'
  | 'new-device'
  | 'begin-factor-reset';

/**
 * Takes one mail from a mailbox's hourly quota of that kind. Returns false if the quota is used up. Without a mailbox (no mail
 * will be sent) it does the same work and returns false.
 */
export async function takeMailQuota(ctx: Ctx, kind: LimitedMail, mailbox: string | null): Promise<boolean> {
  const quotaOf = mailbox ?? randomUUID();
  const keys = Array.from({ length: mailsOfAKindPerHour }, (_, i) => JSON.stringify(['mail', kind, quotaOf, i]));
  return (await takeSlot(ctx, keys, HOUR)) !== null && mailbox !== null;
}

/** The same for a caller who may learn that the quota is used up. Throws RATE_LIMITED. */
export async function requireMailQuota(ctx: Ctx, kind: LimitedMail, mailbox: string): Promise<void> {
  if (!(await takeMailQuota(ctx, kind, mailbox)))
    throw new AppError('RATE_LIMITED', `Too many emails were sent to ${mailbox}. Please try again in an hour.`, {
      headers: { 'Retry-After': String(HOUR / SECOND) },
    });
}

/** Call it when the caller signed in or proved to be the owner: resets their limit and remembers their network. */
export async function loginSucceeded(ctx: Ctx, email: string, userId: string): Promise<void> {
  const caller = callerOf(ctx);
  const device = knownDevice(ctx, userId);
  await resetRate(ctx, device ? keyOf('loginDevice', [device]) : keyOf('loginPair', [email, caller]));
  await remember(ctx, knownKey(email, caller), 90 * DAY);
}

export const callerOf = (ctx: Ctx): string => ipPrefix(ctx.request.ip);

const keyOf = (name: Limit, who: string[]) => JSON.stringify([name, ...who]);
const knownKey = (email: string, caller: string) => JSON.stringify(['known', email, caller]);
