import { BackgroundWork } from '../../background-work.ts';
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
const pollEveryMs = 10_000;
const purgeEveryMs = 60 * 60_000;
/** A retry that is further ahead is found by polling. */
const wokenWithinMs = 60_000;
const failure = 'webhooks could not be delivered';

export type WebhookDelivery = {
  start(): void;
  /** Looks for due deliveries now instead of at the next poll. */
  wake(): void;
  /** Sends a delivery that its caller has claimed, and records the result. */
  send(claimed: DeliveryRow): Promise<void>;
  /** Claims no more and resolves when what is being sent is done: true, or false after `graceMs` milliseconds. */
  stop(graceMs?: number): Promise<boolean>;
};

/**
 * Delivers events to webhooks while the process runs: immediately when they are announced, and by polling for retries. Each process sends
 * one at a time to each webhook.
 */
export function createWebhookDelivery(deps: DeliveryDeps): WebhookDelivery {
  const work = new BackgroundWork(deps.log);
  /** The webhooks that something is being sent to, and their owners. */
  const busy = new Map<string, string>();
  let active = false;
  let looking = false;
  let again = false;
  let stopListening = () => {};

  const owners = () => [...busy.values()];
  const isFull = (userId: string): boolean => owners().filter((owner) => owner === userId).length >= atOncePerPerson;

  async function lookForWork(): Promise<void> {
    do {
      again = false;
      if (busy.size >= atOnce) return;
      const full = [...new Set(owners().filter(isFull))];
      const due = await dueWebhooks(deps, { webhooks: [...busy.keys()], owners: full }, atOnce);
      for (const { id, userId } of due) {
        if (!active || busy.size >= atOnce) return;
        if (isFull(userId)) continue;
        busy.set(id, userId);
        work.run(failure, () => sendNext(id));
      }
    } while (again && active);
  }

  async function sendNext(webhookId: string): Promise<void> {
    try {
      const claimed = await claimDelivery(deps, webhookId);
      if (claimed) await send(claimed);
    } finally {
      busy.delete(webhookId);
    }
    // More may wait for this webhook or for the place. After an error, the next poll finds it.
    wake();
  }

  async function send(claimed: DeliveryRow): Promise<void> {
    const retryMs = await deliverClaimed(deps, claimed);
    if (retryMs !== null && retryMs <= wokenWithinMs && active) work.after(retryMs + 1, failure, async () => wake());
  }

  function wake(): void {
    again = true;
    if (!active || looking) return;
    looking = true;
    work.run(failure, () =>
      lookForWork().finally(() => {
        looking = false;
      }),
    );
  }

  return {
    start() {
      if (active) return;
      active = true;
      stopListening = deps.db.listen((topic) => {
        if (topic === deliveriesTopic) wake();
      }, wake);
      work.every(pollEveryMs, failure, async () => wake());
      const notPurged = 'old deliveries of webhooks could not be removed';
      const purge = () => purgeDeliveries(deps);
      work.every(purgeEveryMs, notPurged, purge);
      work.run(notPurged, purge);
      wake();
    },
    wake,
    send: (claimed) => work.track(send(claimed)),
    async stop(graceMs = 3_000) {
      active = false;
      stopListening();
      return work.close(graceMs);
    },
  };
}
