import { Worker } from '../../worker.ts';
import {
  claimDelivery,
  type DeliveryDeps,
  type DeliveryRow,
  deliverClaimed,
  dueWebhooks,
  purgeDeliveries,
} from './due-deliveries.ts';
import { deliveriesTopic } from './event-statement.ts';

/** How many deliveries a process sends at once, and how many of those for one person, so that a receiver that hangs delays no other people. */
const atOnce = 64;
const atOncePerPerson = 4;
/** A retry that is further ahead is found by polling. */
const wokenWithinMs = 60_000;
const failure = 'webhooks could not be delivered';

export type WebhookDelivery = Pick<Worker, 'start' | 'stop'> & {
  /** Sends a delivery that its caller has claimed, and records the result. */
  send(claimed: DeliveryRow): Promise<void>;
};

/**
 * Delivers events to webhooks: immediately when they are announced, and by polling for retries. Each process sends one at a time to each
 * webhook.
 */
export function createWebhookDelivery(deps: DeliveryDeps): WebhookDelivery {
  /** The webhooks that something is being sent to, and their owners. */
  const busy = new Map<string, string>();
  const worker = new Worker(deps, {
    topic: deliveriesTopic,
    failure,
    pollEveryMs: 10_000,
    step: lookForWork,
    purge: {
      everyMs: 60 * 60_000,
      failure: 'old deliveries of webhooks could not be removed',
      run: () => purgeDeliveries(deps),
    },
  });

  const owners = () => [...busy.values()];
  const isFull = (userId: string): boolean => owners().filter((owner) => owner === userId).length >= atOncePerPerson;

  async function lookForWork(signal: AbortSignal): Promise<false> {
    if (busy.size >= atOnce) return false;
    const full = [...new Set(owners().filter(isFull))];
    const due = await dueWebhooks(deps, { webhooks: [...busy.keys()], owners: full }, atOnce);
    for (const { id, userId } of due) {
      if (signal.aborted || busy.size >= atOnce) break;
      if (isFull(userId)) continue;
      busy.set(id, userId);
      worker.work.run(failure, () => sendNext(id));
    }
    return false;
  }

  async function sendNext(webhookId: string): Promise<void> {
    try {
      const claimed = await claimDelivery(deps, webhookId);
      if (claimed) await send(claimed);
    } finally {
      busy.delete(webhookId);
    }
    // More may wait for this webhook or for the place. After an error, the next poll finds it.
    worker.wake();
  }

  async function send(claimed: DeliveryRow): Promise<void> {
    const retryMs = await deliverClaimed(deps, claimed);
    if (retryMs !== null && retryMs <= wokenWithinMs && !worker.work.closed)
      worker.work.after(retryMs + 1, failure, async () => worker.wake());
  }

  return Object.assign(worker, { send: (claimed: DeliveryRow) => worker.work.track(send(claimed)) });
}
