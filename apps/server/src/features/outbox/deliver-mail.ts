import { Worker } from '../../worker.ts';
import { claimDueMail, deliverMail, type MailDeps, purgeOutbox } from './due-mail.ts';
import { mailTopic } from './enqueue-mail.ts';

const batchSize = 5;

/**
 * Delivers the outbox: immediately when a mail is announced, and by polling for retries. A mail that takes longer than `stop` waits stays
 * claimed until its lease ends.
 */
export const createMailDelivery = (deps: MailDeps): Worker =>
  new Worker(deps, {
    topic: mailTopic,
    failure: 'the outbox could not be processed',
    pollEveryMs: 10_000,
    async step() {
      const claimed = await claimDueMail(deps, batchSize);
      await Promise.all(claimed.map((row) => deliverMail(deps, row)));
      return claimed.length > 0;
    },
    purge: { everyMs: 60 * 60_000, failure: 'old mail could not be removed', run: () => purgeOutbox(deps) },
  });
