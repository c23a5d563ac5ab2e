import type { DeviceRequest } from '@noek/contract/auth/apps';
import type { Orm } from '@noek/db/database';
import { and, eq, gt, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../../../context.ts';
import { AppError, notFound } from '../../../../errors.ts';
import { limit } from '../../limits/auth-limits.ts';
import { requireSession } from '../../session/require-user.ts';
import { originOfClient } from '../clients/client.ts';
import { writeAllowed } from './allowing.ts';
import { hashUserCode, readUserCode } from './user-code.ts';

const codeNotFound = () =>
  notFound('No device is waiting with this code. It may have expired: start again on the device.');

/** The device that shows a code, and what it asks for. Throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND and RATE_LIMITED. */
export async function findDevice(ctx: Ctx, input: { userCode: string }): Promise<DeviceRequest> {
  const { code, isWaiting } = await waitingWith(ctx, input);
  const [row] = await ctx.db.orm.select().from(ctx.db.tables.appAuthorizations).where(isWaiting);
  if (!row) throw codeNotFound();
  return {
    name: row.clientName,
    ...originOfClient(row.clientId),
    scopes: row.scopes,
    userCode: code,
    device: row.device,
    network: row.network,
    askedAt: row.createdAt.toISOString(),
  };
}

/**
 * Allows what the device that shows a code asks for. One person can, once. Throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND, CONFLICT if too many
 * apps are connected, and RATE_LIMITED.
 */
export async function allowDevice(ctx: Ctx, input: { userCode: string }): Promise<{ message: string }> {
  const me = requireSession(ctx);
  const { isWaiting } = await waitingWith(ctx, input);
  const allowed = { status: 'allowed', userId: me.user.id } as const;
  await writeAllowed(ctx, me, (step) => step.must(answer(ctx, step.orm, isWaiting, allowed), codeNotFound));
  return { message: 'The device is connected.' };
}

/** Refuses what the device that shows a code asks for. Throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND and RATE_LIMITED. */
export async function refuseDevice(ctx: Ctx, input: { userCode: string }): Promise<{ message: string }> {
  const { isWaiting } = await waitingWith(ctx, input);
  const refused = await ctx.db.write((orm) => answer(ctx, orm, isWaiting, { status: 'denied' }));
  if (refused.length === 0) throw codeNotFound();
  return { message: 'The device was refused.' };
}

/** Counts a guess, whether or not it is right. */
async function waitingWith(ctx: Ctx, { userCode }: { userCode: string }): Promise<{ code: string; isWaiting: SQL }> {
  const { user } = requireSession(ctx);
  const code = readUserCode(userCode);
  if (code === null) throw new AppError('NOT_FOUND', 'A code has eight letters, such as BCDF-GHJK.');
  await limit(ctx, 'deviceCodeUser', user.id);
  const { appAuthorizations: a } = ctx.db.tables;
  const isWaiting = and(
    eq(a.userCode, hashUserCode(ctx.config, code)),
    eq(a.status, 'waiting'),
    gt(a.expiresAt, ctx.now()),
  );
  return { code, isWaiting: isWaiting as SQL };
}

const answer = ({ db }: Ctx, orm: Orm, isWaiting: SQL, set: { status: 'allowed' | 'denied'; userId?: string }) => {
  const { appAuthorizations: a } = db.tables;
  return orm.update(a).set(set).where(isWaiting).returning({ id: a.id });
};
