import { BackgroundWork } from '../../background-work.ts';
import { claimDueMail, deliverMail, type MailDeps, purgeOutbox } from './due-mail.ts';
import { mailTopic } from './enqueue-mail.ts';

const batchSize = 5;
const pollEveryMs = 10_000;
const purgeEveryMs = 60 * 60_000;

export type MailDelivery = {
  start(): void;
  /** Looks for due mail now instead of at the next poll. */
  wake(): void;
  /**
   * Claims no more mails and resolves when those in progress are done: true, or false after `graceMs` milliseconds. A mail that
   * takes longer stays claimed until its lease ends.
   */
  stop(graceMs?: number): Promise<boolean>;
};

/** Delivers the outbox while the process runs: immediately when a mail is announced, and by polling for retries. */
export function createMailDelivery(deps: MailDeps): MailDelivery {
  const work = new BackgroundWork(deps.log);
  const failure = 'the outbox could not be processed';
  let running = false;
  let again = false;
  let active = false;
  let stopListening = () => {};

  async function deliverAll(): Promise<void> {
    do {
      again = false;
      const claimed = await claimDueMail(deps, batchSize);
      await Promise.all(claimed.map((row) => deliverMail(deps, row)));
      if (claimed.length > 0) again = true;
    } while (again && active);
  }

  function wake(): void {
    again = true;
    if (!active || running) return;
    running = true;
    work.run(failure, () =>
      deliverAll().finally(() => {
        running = false;
      }),
    );
  }

  return {
    start() {
      if (active) return;
      active = true;
      stopListening = deps.db.listen((topic) => {
        if (topic === mailTopic) wake();
      }, wake);
      work.every(pollEveryMs, failure, async () => wake());
      const notPurged = 'old mail could not be removed';
      const purge = () => purgeOutbox(deps);
      work.every(purgeEveryMs, notPurged, purge);
      work.run(notPurged, purge);
      wake();
    },
    wake,
    async stop(graceMs = 3_000) {
      active = false;
      stopListening();
      return work.close(graceMs);
    },
  };
}
