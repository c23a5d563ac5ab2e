import { signatureOf } from '../stand-ins/fake-payments.ts';
import type { DocumentedCalls, Fixture } from './documented-call.ts';

const post = ({ me }: Fixture, path: string, body?: unknown) =>
  me.call(`/api/subscription/${path}`, { method: 'POST', ...(body !== undefined && { body }) });

const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };
const declinedCard = { ...card, cardNumber: '4000 0000 0000 0002' };

/** Begins to subscribe. */
async function attempt(fixture: Fixture): Promise<string> {
  const { clientSecret } = (await (await post(fixture, 'create')).json()) as { clientSecret: string };
  return clientSecret;
}

/** Pays for a subscription. */
export async function subscribed(fixture: Fixture): Promise<object> {
  await post(fixture, 'sandbox/confirm', { ...card, clientSecret: await attempt(fixture) });
  return {};
}

async function cancelled(fixture: Fixture): Promise<object> {
  await subscribed(fixture);
  await post(fixture, 'cancel');
  return {};
}

const down = async (fixture: Fixture, call: () => Promise<Response>) => {
  fixture.payments.isDown = true;
  return call();
};
const setupOf = ({ user }: Fixture) => ({ setupId: `seti_cus_${user.id}` });

export const subscriptionCalls: DocumentedCalls = {
  'DELETE /api/auth/delete-account': {
    refusals: {
      async PAYMENTS_UNAVAILABLE(fixture) {
        await subscribed(fixture);
        return down(fixture, () => fixture.me.call('/api/auth/delete-account', { method: 'DELETE' }));
      },
    },
  },
  'GET /api/subscription/status': { prepare: subscribed },
  'POST /api/subscription/create': {
    refusals: {
      async ALREADY_SUBSCRIBED(fixture) {
        await subscribed(fixture);
        return post(fixture, 'create');
      },
      PAYMENTS_UNAVAILABLE: (fixture) => down(fixture, () => post(fixture, 'create')),
    },
  },
  'POST /api/subscription/cancel': {
    prepare: subscribed,
    refusals: {
      BAD_REQUEST: (fixture) => post(fixture, 'cancel'),
      async PAYMENTS_UNAVAILABLE(fixture) {
        await subscribed(fixture);
        return down(fixture, () => post(fixture, 'cancel'));
      },
    },
  },
  'POST /api/subscription/reactivate': {
    prepare: cancelled,
    refusals: {
      BAD_REQUEST: (fixture) => post(fixture, 'reactivate'),
      async PAYMENTS_UNAVAILABLE(fixture) {
        await cancelled(fixture);
        return down(fixture, () => post(fixture, 'reactivate'));
      },
    },
  },
  'POST /api/subscription/refresh': {
    prepare: subscribed,
    refusals: {
      async PAYMENTS_UNAVAILABLE(fixture) {
        await attempt(fixture);
        return down(fixture, () => post(fixture, 'refresh'));
      },
    },
  },
  'GET /api/subscription/invoices': {
    prepare: subscribed,
    refusals: {
      async PAYMENTS_UNAVAILABLE(fixture) {
        await attempt(fixture);
        return down(fixture, () => fixture.me.call('/api/subscription/invoices'));
      },
    },
  },
  'POST /api/subscription/change-card': {
    prepare: subscribed,
    refusals: {
      BAD_REQUEST: (fixture) => post(fixture, 'change-card'),
      async PAYMENTS_UNAVAILABLE(fixture) {
        await subscribed(fixture);
        return down(fixture, () => post(fixture, 'change-card'));
      },
    },
  },
  'POST /api/subscription/finish-card-change': {
    async prepare(fixture) {
      await subscribed(fixture);
      return { body: setupOf(fixture) };
    },
    refusals: {
      async BAD_REQUEST(fixture) {
        await subscribed(fixture);
        return post(fixture, 'finish-card-change', { setupId: 'seti_of_somebody_else' });
      },
      async PAYMENT_DECLINED(fixture) {
        await subscribed(fixture);
        fixture.payments.refusesCards = true;
        return post(fixture, 'finish-card-change', setupOf(fixture));
      },
      async PAYMENTS_UNAVAILABLE(fixture) {
        await subscribed(fixture);
        return down(fixture, () => post(fixture, 'finish-card-change', setupOf(fixture)));
      },
    },
  },
  'POST /api/subscription/sandbox/confirm': {
    prepare: async (fixture) => ({ body: { ...card, clientSecret: await attempt(fixture) } }),
    refusals: {
      PAYMENT_DECLINED: async (fixture) =>
        post(fixture, 'sandbox/confirm', { ...declinedCard, clientSecret: await attempt(fixture) }),
      async NOT_FOUND(fixture) {
        const clientSecret = await attempt(fixture);
        fixture.payments.sandbox = null;
        return post(fixture, 'sandbox/confirm', { ...card, clientSecret });
      },
      async PAYMENTS_UNAVAILABLE(fixture) {
        const clientSecret = await attempt(fixture);
        return down(fixture, () => post(fixture, 'sandbox/confirm', { ...card, clientSecret }));
      },
    },
  },
  'POST /api/webhooks/stripe': {
    prepare: (fixture) => delivery(fixture),
    refusals: {
      async PAYMENTS_UNAVAILABLE(fixture) {
        await attempt(fixture);
        const { text, headers } = delivery(fixture);
        return down(fixture, () => fixture.guest.call('/api/webhooks/stripe', { method: 'POST', text, headers }));
      },
    },
  },
};

/** A signed event about the person. */
function delivery({ user }: Fixture) {
  const event = { id: 'evt_1', type: 'invoice.paid', customerId: `cus_${user.id}`, subscriptionId: null };
  const text = JSON.stringify(event);
  return { text, headers: { 'Stripe-Signature': signatureOf(text) } };
}
