import type { BackgroundWork } from '../../../background-work.ts';
import { carryOutDecisions } from '../decisions/carry-out-decisions.ts';
import type { SyncDeps } from '../sync/sync-subscription.ts';
import { endDueLevels } from './end-due-levels.ts';
import { reportPayersWithoutPlan } from './payers-without-plan.ts';
import { purgePaymentEvents } from './purge-payment-events.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { reconcile } from './reconcile.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The built-in sandbox delivers its events like Stripe's, without a network. */
export function receiveFromSandbox(deps: SyncDeps): void {
  deps.payments.sandbox?.deliverTo(async (raw, signature) => {
    await receiveWebhook(deps, { raw, signature });
  });
}

/** Starts the background work that keeps subscriptions and levels right. */
export function subscriptionJobs(deps: SyncDeps & { background: BackgroundWork }): void {
  const { background, payments } = deps;
  const { sandbox } = payments;
  if (sandbox)
    background.every(minute, 'the payment sandbox could not advance its subscriptions', () => sandbox.tick());
  background.every(second, 'expired levels could not be changed', () => endDueLevels(deps));
  background.every(minute, 'decisions about subscriptions could not be carried out', () => carryOutDecisions(deps));
  background.every(hour, 'subscriptions could not be read again', () =>
    reconcile(deps).then(() => reportPayersWithoutPlan(deps)),
  );
  background.every(hour, 'old deliveries could not be removed', () => purgePaymentEvents(deps));
}
