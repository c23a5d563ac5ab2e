import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../context.ts';
import { type Rate, takeRate } from '../auth/limits/rate-limit.ts';
import { securityEvent } from '../auth/security-events/security-event.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { activeExport } from './archive.queries.ts';
import { enqueueJob } from './jobs/enqueue-job.ts';

/** An export costs time and disk space, so a person gets ten at once, and then one every two hours. */
const ofPerson: Rate = { burst: 10, perMs: 2 * 60 * 60_000 };
const maxTries = 5;

/**
 * Starts an export of everything in the caller's account. While one is being made, returns its id. Throws UNAUTHORIZED and
 * RATE_LIMITED.
 */
export const startExport = async (ctx: Ctx): Promise<{ id: string }> => startExportOf(ctx, requireSession(ctx).user.id);

/** The same for a person who has proved who they are in another way. Throws RATE_LIMITED. */
export async function startExportOf(ctx: Ctx, userId: string): Promise<{ id: string }> {
  await takeRate(ctx, JSON.stringify(['export', userId]), ofPerson);
  for (let tries = 1; tries <= maxTries; tries++) {
    const active = await activeExport(ctx.db, userId);
    if (active) return { id: active.id };
    const id = uuidv7();
    if (!(await enqueueJob(ctx, { id, userId, kind: 'export' }))) continue;
    await ctx.db.write((orm) => securityEvent(ctx, orm, { userId, kind: 'export-requested' }));
    return { id };
  }
  throw new Error('An export could not be started: each running one ended before its id could be returned.');
}
