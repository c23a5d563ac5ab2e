import { webhookOperations } from '@noek/contract/webhooks/operations';
import { createWebhook } from '../features/webhooks/create-webhook.ts';
import { deleteWebhook } from '../features/webhooks/delete-webhook.ts';
import { listDeliveries, listWebhooks } from '../features/webhooks/list-webhooks.ts';
import { redeliver } from '../features/webhooks/redeliver.ts';
import { testWebhook } from '../features/webhooks/test-webhook.ts';
import { webhookNotFound } from '../features/webhooks/webhooks.queries.ts';
import { implement } from '../transports/implement.ts';

/** The procedures and documented paths of webhooks. */
export const webhooksApi = implement(
  webhookOperations,
  {
    list: listWebhooks,
    create: createWebhook,
    remove: deleteWebhook,
    test: testWebhook,
    deliveries: listDeliveries,
    redeliver,
  },
  webhookNotFound,
);
