import { subscriptionOperations } from '@noek/contract/subscription/operations';
import { confirmSandbox } from '../features/subscription/confirm-sandbox.ts';
import { createSubscription } from '../features/subscription/create-subscription.ts';
import { receiveWebhook } from '../features/subscription/keeping/receive-webhook.ts';
import {
  cancelSubscription,
  changeCard,
  finishCardChange,
  invoiceNotFound,
  listInvoices,
  reactivateSubscription,
  readInvoicePage,
  refreshSubscription,
} from '../features/subscription/own-subscription.ts';
import { subscriptionStatus } from '../features/subscription/subscription-status.ts';
import { implement } from '../transports/implement.ts';

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
