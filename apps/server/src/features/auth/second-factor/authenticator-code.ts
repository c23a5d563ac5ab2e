import type { Step } from '@noek/db/database';
import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { openText, sealText } from '../../../sealed-text.ts';
import { limitCode } from '../limits/auth-limits.ts';

/** RFC 6238 with the values that every authenticator app takes: SHA-1, six digits, steps of 30 seconds. */
const stepSeconds = 30;
const totpOf = (secret: string, label?: string) =>
  new TOTP({
    issuer: 'Noek',
    ...(label !== undefined && { label }),
    algorithm: 'SHA1',
    digits: 6,
    period: stepSeconds,
    secret: Secret.fromBase32(secret),
  });

/** 160 random bits in base32, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The text of the QR code: the format of Google Authenticator, which all apps read. */
export const setUpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

export const sealSecret = ({ config }: Ctx, userId: string, secret: string): string =>
  sealText(config, 'noek authenticator', userId, secret);
const openSecret = ({ config }: Ctx, userId: string, stored: string): string =>
  openText(config, 'noek authenticator', userId, stored);

/** The step whose code this is, now or one step earlier or later; null: a wrong code. */
export function stepOf(ctx: Ctx, userId: string, stored: string, code: string): number | null {
  const timestamp = ctx.now().getTime();
  const delta = totpOf(openSecret(ctx, userId, stored)).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / stepSeconds) + delta;
}

/**
 * Checks a code of the person's authenticator app. The result uses it up in a step, which throws BAD_REQUEST if another one was faster. The
 * app is evidently not lost, so a pending removal ends. Throws BAD_REQUEST with `wrongCode: true`, and RATE_LIMITED.
 */
export async function checkCode(ctx: Ctx, userId: string, code: string): Promise<(step: Step) => void> {
  await limitCode(ctx, userId);
  const { authenticators: a } = ctx.db.tables;
  const isTheirs = and(eq(a.userId, userId), isNotNull(a.confirmedAt));
  const [row] = await ctx.db.orm.select().from(a).where(isTheirs);
  if (!row) throw new AppError('BAD_REQUEST', 'Your account has no authenticator app.');
  const lastStep = stepOf(ctx, userId, row.secret, code);
  if (lastStep === null) throw wrongCode();
  return (step) =>
    void step.must(
      step.orm
        .update(a)
        .set({ lastStep, resetAskedAt: null, resetNextAt: null })
        .where(and(isTheirs, lt(a.lastStep, lastStep)))
        .returning({ userId: a.userId }),
      usedCode,
    );
}

export const wrongCode = () =>
  new AppError(
    'BAD_REQUEST',
    'This code is wrong. Check that the clock of your device is right, and enter the current code.',
    {
      flags: { wrongCode: true },
    },
  );

const usedCode = () =>
  new AppError('BAD_REQUEST', 'This code has been used. Wait for the next one, at most 30 seconds.', {
    flags: { wrongCode: true },
  });
