import { insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { bodyOf } from '../../features/webhook-outbox/event-statement.ts';
import { deliveryIdOf, newEventId, sealForWebhooks } from '../../features/webhook-outbox/seal-webhook.ts';
import { clusterSecret } from './cluster.ts';
import type { Kind } from './kind.ts';

/** An event whose process died between the receiver's answer and the row comes twice, with the same id. That cannot be avoided. */
const recordsResult = /"delivered_at" = /;
const day = 24 * 60 * 60_000;

/** An event that is sent to a webhook. */
export const webhooks: Kind = {
  name: 'webhooks',
  hasOtherEffects: true,
  steps: (round) => new RegExp(`^update "webhook_deliveries" set[^]*hook-${round}\\b`),
  mostSteps: 2,
  async seed({ db, receiver }, round) {
    const { webhooks: w, webhookDeliveries: d } = db.tables;
    const config = { secret: clusterSecret };
    const { id: userId } = await insertUser(db, { id: `listener-${round}` });
    const webhookId = `hook-${round}`;
    const eventId = newEventId();
    const createdAt = new Date();
    const secret = sealForWebhooks(config, webhookId, `whsec_${Buffer.from(webhookId).toString('base64')}`);
    const body = bodyOf('conversation.shared', createdAt, { title: webhookId });
    await db.atomic((step) => {
      step.add(
        step.orm.insert(w).values({
          ...{ id: webhookId, userId, isForEverybody: false, url: `${receiver.url}/${webhookId}` },
          ...{ events: ['conversation.shared'], secret, createdAt, changedAt: createdAt },
        }),
      );
      step.add(
        step.orm.insert(d).values({
          ...{ id: deliveryIdOf(eventId, webhookId), webhookId, event: 'conversation.shared' },
          ...{ body: sealForWebhooks(config, eventId, body), status: 'waiting', attempts: 0 },
          ...{ nextAttemptAt: createdAt, triedUntil: new Date(createdAt.getTime() + day), createdAt },
        }),
      );
    });
  },
  async check({ db, receiver }, round, stoppedBefore) {
    const { webhookDeliveries: d } = db.tables;
    const webhookId = `hook-${round}`;
    const rows = await db.orm
      .select({ id: d.id, status: d.status, answerStatus: d.answerStatus })
      .from(d)
      .where(eq(d.webhookId, webhookId));
    expect(rows).toMatchObject([{ status: 'delivered', answerStatus: 204 }]);
    const ids = receiver.received.filter(({ path }) => path === `/${webhookId}`).map(({ id }) => id);
    const isInDoubt = stoppedBefore !== null && recordsResult.test(stoppedBefore) && stoppedBefore.includes(webhookId);
    expect(ids).toEqual(Array(isInDoubt ? 2 : 1).fill(rows[0]?.id));
  },
};
