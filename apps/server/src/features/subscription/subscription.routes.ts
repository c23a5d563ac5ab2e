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

/** The documented paths of subscriptions and payments under /api. */
export const { routes: subscriptionRoutes } = implement(
  subscriptionOperations,
  {
    status: (ctx) => subscriptionStatus(ctx),
    create: (ctx) => createSubscription(ctx),
    cancel: (ctx) => cancelSubscription(ctx),
    reactivate: (ctx) => reactivateSubscription(ctx),
    refresh: (ctx) => refreshSubscription(ctx),
    invoices: (ctx) => listInvoices(ctx),
    invoice: async (ctx, { params }, c) => c.html(await readInvoicePage(ctx, params)),
    changeCard: (ctx) => changeCard(ctx),
    finishCardChange: (ctx, { body }) => finishCardChange(ctx, body),
    sandboxConfirm: (ctx, { body }) => confirmSandbox(ctx, body),
    webhook: (ctx, { body, headers }) =>
      receiveWebhook(ctx, { raw: new TextDecoder().decode(body), signature: headers['stripe-signature'] ?? null }),
  },
  invoiceNotFound,
);
