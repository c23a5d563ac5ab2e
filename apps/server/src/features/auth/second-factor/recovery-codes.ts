import { createHmac, randomInt } from 'node:crypto';
import { accountSecurity } from '@noek/contract/auth/limits';
import type { Orm, Statement, Step } from '@noek/db/database';
import { and, count, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { UserRow } from '../auth.queries.ts';
import { limitCode } from '../limits/auth-limits.ts';
import { securityChange } from '../security-change.ts';

/** Without letters and digits that look alike. Ten of them are 49 random bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const half = 5;

/** Ten new codes such as "k7wqp-3mzha". */
export function newRecoveryCodes(): string[] {
  const letters = () => Array.from({ length: half }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: accountSecurity.recoveryCodes }, () => `${letters()}-${letters()}`);
}

/** What is stored of a code. It is keyed, because a code is short enough to be guessed from a plain hash. */
function idOf({ config }: Ctx, userId: string, code: string): string {
  const bare = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return createHmac('sha256', config.secret)
    .update(JSON.stringify(['recovery-code', userId, bare]))
    .digest('base64url');
}

/** Replaces the recovery codes of a person. */
export function replaceCodes(ctx: Ctx, step: Step, userId: string, codes: readonly string[]): void {
  const { recoveryCodes } = ctx.db.tables;
  step.add(removeCodesStatement(ctx, step.orm, userId));
  step.add(step.orm.insert(recoveryCodes).values(codes.map((code) => ({ id: idOf(ctx, userId, code), userId }))));
}

export function removeCodesStatement({ db }: Pick<Ctx, 'db'>, orm: Orm, userId: string): Statement {
  const { recoveryCodes } = db.tables;
  return orm.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** How many recovery codes of a person have not been used. */
export async function codesLeft({ db }: Pick<Ctx, 'db'>, userId: string): Promise<number> {
  const { recoveryCodes: r } = db.tables;
  const [row] = await db.orm
    .select({ codes: count() })
    .from(r)
    .where(and(eq(r.userId, userId), isNull(r.usedAt)));
  return row?.codes ?? 0;
}

/**
 * Checks a recovery code. The result uses it up in a step, records it and mails the owner; the step throws as below if another one was
 * faster. Throws BAD_REQUEST with `wrongCode: true`, and RATE_LIMITED.
 */
export async function checkRecoveryCode(ctx: Ctx, user: UserRow, code: string): Promise<(step: Step) => void> {
  await limitCode(ctx, user.id);
  const { recoveryCodes: r } = ctx.db.tables;
  const isFree = and(eq(r.id, idOf(ctx, user.id, code)), eq(r.userId, user.id), isNull(r.usedAt));
  if ((await ctx.db.orm.select({ id: r.id }).from(r).where(isFree)).length === 0) throw wrongRecoveryCode();
  const left = (await codesLeft(ctx, user.id)) - 1;
  const told = left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`;
  return (step) => {
    step.must(step.orm.update(r).set({ usedAt: ctx.now() }).where(isFree).returning({ id: r.id }), wrongRecoveryCode);
    securityChange(ctx, step, user, 'recovery-code-used', told);
  };
}

const wrongRecoveryCode = () =>
  new AppError('BAD_REQUEST', 'This recovery code is wrong, or it has been used.', { flags: { wrongCode: true } });
