import { webhookOperations } from '@noek/contract/webhooks/operations';
import { implement } from '../../transports/implement.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { listDeliveries, listWebhooks } from './list-webhooks.ts';
import { redeliver } from './redeliver.ts';
import { testWebhook } from './test-webhook.ts';
import { webhookNotFound } from './webhooks.queries.ts';

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
