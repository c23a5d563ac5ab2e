import { subscriptionOperations } from '@noek/contract/subscription/operations';
import { implement } from '../../transports/implement.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { changeCard } from './change-card.ts';
import { confirmSandbox } from './confirm-sandbox.ts';
import { createSubscription } from './create-subscription.ts';
import { finishCardChange } from './finish-card-change.ts';
import { receiveWebhook } from './keeping/receive-webhook.ts';
import { listInvoices } from './list-invoices.ts';
import { reactivateSubscription } from './reactivate-subscription.ts';
import { invoiceNotFound, readInvoicePage } from './read-invoice-page.ts';
import { refreshSubscription } from './refresh-subscription.ts';
import { subscriptionStatus } from './subscription-status.ts';

/** The procedures and documented paths of subscriptions and payments. */
export const subscriptionApi = implement(
  subscriptionOperations,
  {
    status: subscriptionStatus,
    create: createSubscription,
    cancel: cancelSubscription,
    reactivate: reactivateSubscription,
    refresh: refreshSubscription,
    invoices: listInvoices,
    invoice: async (ctx, { params }, c) => c.html(await readInvoicePage(ctx, params)),
    changeCard,
    finishCardChange,
    sandboxConfirm: confirmSandbox,
    webhook: (ctx, { body, headers }) =>
      receiveWebhook(ctx, { raw: new TextDecoder().decode(body), signature: headers['stripe-signature'] ?? null }),
  },
  invoiceNotFound,
);
