import {
  cardChangeSchema,
  createSubscriptionResultSchema,
  finishCardChangeInputSchema,
  invoiceSchema,
  sandboxConfirmInputSchema,
  subscriptionStatusSchema,
} from '@noek/contract/subscription/schemas';
import { z } from 'zod';
import { procedure, router } from '../../transports/trpc.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { changeCard } from './change-card.ts';
import { confirmSandbox } from './confirm-sandbox.ts';
import { createSubscription } from './create-subscription.ts';
import { finishCardChange } from './finish-card-change.ts';
import { listInvoices } from './list-invoices.ts';
import { reactivateSubscription } from './reactivate-subscription.ts';
import { refreshSubscription } from './refresh-subscription.ts';
import { subscriptionStatus } from './subscription-status.ts';

/** Money is for people who are signed in with a browser, not for their tokens. */
const own = procedure.meta({ access: 'anyone', token: 'never' });

export const subscriptionRouter = router({
  status: own.output(subscriptionStatusSchema).query(({ ctx }) => subscriptionStatus(ctx)),
  create: own.output(createSubscriptionResultSchema).mutation(({ ctx }) => createSubscription(ctx)),
  cancel: own.output(subscriptionStatusSchema).mutation(({ ctx }) => cancelSubscription(ctx)),
  reactivate: own.output(subscriptionStatusSchema).mutation(({ ctx }) => reactivateSubscription(ctx)),
  refresh: own.output(subscriptionStatusSchema).mutation(({ ctx }) => refreshSubscription(ctx)),
  invoices: own.output(z.array(invoiceSchema)).query(({ ctx }) => listInvoices(ctx)),
  changeCard: own.output(cardChangeSchema).mutation(({ ctx }) => changeCard(ctx)),
  finishCardChange: own
    .input(finishCardChangeInputSchema)
    .output(subscriptionStatusSchema)
    .mutation(({ ctx, input }) => finishCardChange(ctx, input)),
  sandboxConfirm: own
    .input(sandboxConfirmInputSchema)
    .output(subscriptionStatusSchema)
    .mutation(({ ctx, input }) => confirmSandbox(ctx, input)),
});
