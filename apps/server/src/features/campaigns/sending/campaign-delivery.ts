import { setTimeout as sleep } from 'node:timers/promises';
import { BackgroundWork } from '../../../background-work.ts';
import { takeSlot } from '../../auth/limits/rate-limit.ts';
import type { MailDeps } from '../../outbox/due-mail.ts';
import { campaignsTopic } from './campaigns-topic.ts';
import { endCampaigns, sendNextMail } from './send-next-mail.ts';

const pollEveryMs = 10_000;
const slotsPerSecond = 10;

export type CampaignDelivery = {
  start(): void;
  /** Looks for due mail now instead of at the next poll. */
  wake(): void;
  /** Claims no more mails and resolves when the one in progress is done: true, or false after `graceMs` milliseconds. */
  stop(graceMs?: number): Promise<boolean>;
};

/**
 * Sends the mails of campaigns while the process runs, one after the other. All processes together keep to CAMPAIGN_MAILS_PER_SECOND: the
 * process that takes the slot of a tenth of a second may send its share. While the mail service cannot be reached, one mail is tried every
 * ten seconds.
 */
export function createCampaignDelivery(deps: MailDeps): CampaignDelivery {
  const work = new BackgroundWork(deps.log);
  const failure = 'campaigns could not be sent';
  const perSlot = Math.max(1, Math.floor(deps.config.campaignMailsPerSecond / slotsPerSecond));
  const slotMs = (1000 * perSlot) / deps.config.campaignMailsPerSecond;
  let running = false;
  let again = false;
  let active = false;
  let waiting = new AbortController();
  let stopListening = () => {};

  async function sendAll(): Promise<void> {
    let left = 0;
    for (let due = true; due && active; ) {
      again = false;
      if (left === 0) {
        if (await takeSlot(deps, ['campaign mails'], Math.ceil(slotMs))) left = perSlot;
        else await sleep(slotMs, undefined, { signal: waiting.signal }).catch(() => {});
        continue;
      }
      const sent = await sendNextMail(deps);
      left--;
      if (sent === null) await endCampaigns(deps);
      due = sent === null ? again : sent !== 'unreachable';
    }
  }

  function wake(): void {
    again = true;
    if (!active || running) return;
    running = true;
    work.run(failure, () =>
      sendAll().finally(() => {
        running = false;
      }),
    );
  }

  return {
    start() {
      if (active) return;
      active = true;
      waiting = new AbortController();
      stopListening = deps.db.listen((topic) => {
        if (topic === campaignsTopic) wake();
      }, wake);
      work.every(pollEveryMs, failure, async () => wake());
      wake();
    },
    wake,
    async stop(graceMs = 3_000) {
      active = false;
      waiting.abort();
      stopListening();
      return work.close(graceMs);
    },
  };
}
