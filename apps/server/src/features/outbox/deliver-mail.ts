import { claimDueMail, deliverMail, type MailDeps, purgeOutbox } from './due-mail.ts';
import { mailTopic } from './enqueue-mail.ts';

const atOnce = 5;
const roundEveryMs = 10_000;
const purgeEveryMs = 60 * 60_000;

export type MailDelivery = {
  start(): void;
  /** Looks for due mail now instead of at the next round. */
  wake(): void;
  /**
   * Claims nothing more and resolves when the mails under way are done, at the latest after `graceMs`; one that takes longer
   * stays claimed until its lease ends.
   */
  stop(graceMs?: number): Promise<void>;
};

/** Delivers the outbox for as long as the process runs: at once when something is announced, and in rounds for retries. */
export function createMailDelivery(deps: MailDeps): MailDelivery {
  let running: Promise<void> | null = null;
  let again = false;
  let active = false;
  let stopListening = () => {};
  const timers: NodeJS.Timeout[] = [];

  async function deliverAll(): Promise<void> {
    do {
      again = false;
      const claimed = await claimDueMail(deps, atOnce);
      await Promise.all(claimed.map((row) => deliverMail(deps, row)));
      if (claimed.length > 0) again = true;
    } while (again && active);
  }

  function wake(): void {
    again = true;
    if (!active || running) return;
    running = deliverAll()
      .catch((error) => deps.log.error({ err: error }, 'the outbox could not be worked on'))
      .finally(() => {
        running = null;
      });
  }

  function purge(): void {
    purgeOutbox(deps).catch((error) => deps.log.error({ err: error }, 'old mail could not be removed'));
  }

  return {
    start() {
      if (active) return;
      active = true;
      stopListening = deps.db.listen((topic) => {
        if (topic === mailTopic) wake();
      });
      timers.push(setInterval(wake, roundEveryMs).unref(), setInterval(purge, purgeEveryMs).unref());
      purge();
      wake();
    },
    wake,
    async stop(graceMs = 3_000) {
      active = false;
      stopListening();
      for (const timer of timers.splice(0)) clearInterval(timer);
      if (!running) return;
      let timer: NodeJS.Timeout | undefined;
      const grace = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs);
      });
      await Promise.race([running, grace]);
      clearTimeout(timer);
    },
  };
}
