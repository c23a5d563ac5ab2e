import { randomBytes } from 'node:crypto';
import { isAdministratorsEvent } from '@noek/contract/webhooks/events';
import { webhookLimit } from '@noek/contract/webhooks/limits';
import type { CreateWebhookInput, NewWebhook } from '@noek/contract/webhooks/schemas';
import type { Orm, Statement } from '@noek/db/database';
import { count, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { WebhookError } from '../../integrations/webhook-receivers/webhook-receivers.ts';
import { lockAdministrators, requireStillAdministrator } from '../auth/administrators/administrators.ts';
import { auditStatement } from '../auth/administrators/audit-statement.ts';
import { requireAdministrator } from '../auth/administrators/require-administrator.ts';
import { takeRate } from '../auth/limits/rate-limit.ts';
import { securityEvent } from '../auth/security-events/security-event.ts';
import { refuseDeletedAccount } from '../auth/session/deleted-account.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { lockSession } from '../auth/session/session-statements.ts';
import { sealForWebhooks } from '../webhook-outbox/seal-webhook.ts';
import { hostOf, noteOf, toWebhook } from './webhooks.queries.ts';

const creations = { burst: 20, perMs: 60_000 };

/**
 * Creates a webhook of the caller. The result is the only place where its secret can be seen. One that names an event of administrators
 * gets those of everybody; of answers and shared conversations, it still gets the caller's only. Throws BAD_REQUEST for an address that
 * nothing can be sent to, CONFLICT if the person has too many webhooks, FORBIDDEN, UNAUTHORIZED and RATE_LIMITED.
 */
export async function createWebhook(ctx: Ctx, input: CreateWebhookInput): Promise<NewWebhook> {
  const events = [...new Set(input.events)];
  const isForEverybody = events.some(isAdministratorsEvent);
  const signedIn = isForEverybody ? requireAdministrator(ctx) : requireSession(ctx);
  const { user } = signedIn;
  const url = checkedAddress(ctx, input.url);
  await takeRate(ctx, JSON.stringify(['webhookUser', user.id]), creations);
  const id = uuidv7();
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const { webhooks: w } = ctx.db.tables;
  const at = ctx.now();
  const row = { id, userId: user.id, isForEverybody, url, events, createdAt: at, changedAt: at };
  const notStopped = { stoppedAt: null, stoppedBecause: null };
  const sealed = sealForWebhooks(ctx.config, id, secret);
  await ctx.db
    .atomic((step) => {
      const administrators = lockAdministrators(ctx, step);
      if (isForEverybody) step.check(() => requireStillAdministrator(administrators, user.id));
      lockSession(ctx.db, step, signedIn);
      const counted = step.add(step.orm.select({ webhooks: count() }).from(w).where(eq(w.userId, user.id)));
      step.check(() => {
        if ((counted.rows[0]?.webhooks ?? 0) >= webhookLimit)
          throw new AppError('CONFLICT', `You have ${webhookLimit} webhooks, which is the limit. Delete one first.`);
      });
      step.add(step.orm.insert(w).values({ ...row, ...notStopped, secret: sealed }));
      step.add(securityEvent(ctx, step.orm, { userId: user.id, kind: 'webhook-created', detail: hostOf(url) }));
      if (isForEverybody) step.add(noteCreation(ctx, step.orm, { id, userId: user.id, url, events }));
    })
    .catch(refuseDeletedAccount);
  await ctx.webhookListeners.changed(user.id);
  return { ...toWebhook({ ...row, ...notStopped, secret: sealed }), secret };
}

function checkedAddress({ webhookReceivers }: Ctx, url: string): string {
  try {
    return webhookReceivers.checkAddress(url);
  } catch (error) {
    throw error instanceof WebhookError ? new AppError('BAD_REQUEST', error.message) : error;
  }
}

function noteCreation(
  ctx: Ctx,
  orm: Orm,
  { id, userId, url, events }: { id: string; userId: string; url: string; events: readonly string[] },
): Statement {
  return auditStatement(ctx, orm, {
    ...{ action: 'webhook.created', actorId: userId, targetUserId: null },
    detail: { webhook: id, note: noteOf(url, events) },
  });
}
