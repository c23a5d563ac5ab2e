import { webhookLimit } from '@noek/contract/webhooks/limits';
import { webhookOperations } from '@noek/contract/webhooks/operations';
import type { DocumentedCalls, Fixture } from './documented-call.ts';
import { webhookOf } from './things.ts';

const { example: body } = webhookOperations.create;
const create = ({ me }: Fixture) => me.call('/api/webhooks', { method: 'POST', body });

export const webhookCalls: DocumentedCalls = {
  'POST /api/webhooks': {
    refusals: {
      async CONFLICT(fixture) {
        for (let made = 0; made < webhookLimit; made++) await create(fixture);
        return create(fixture);
      },
    },
  },
  'GET /api/webhooks/{id}/deliveries': {
    async prepare(fixture) {
      const { id } = await webhookOf(fixture, fixture.user.id);
      await fixture.me.call(`/api/webhooks/${id}/test`, { method: 'POST' });
      return { params: { id } };
    },
    refusals: {
      async BAD_REQUEST(fixture) {
        const { id } = await webhookOf(fixture, fixture.user.id);
        return fixture.me.call(`/api/webhooks/${id}/deliveries?cursor=nonsense`);
      },
    },
  },
  'POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver': {
    async prepare(fixture) {
      const { id } = await webhookOf(fixture, fixture.user.id);
      const { body: sent } = await fixture.me.json<{ id: string }>(`/api/webhooks/${id}/test`, { method: 'POST' });
      return { params: { id, deliveryId: sent.id } };
    },
  },
};
