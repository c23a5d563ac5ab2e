import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from '../../../worker.ts';
import { takeSlot } from '../../auth/limits/rate-limit.ts';
import type { MailDeps } from '../../outbox/due-mail.ts';
import { campaignsTopic } from './campaigns-topic.ts';
import { endCampaigns, sendNextMail } from './send-next-mail.ts';

const slotsPerSecond = 10;

/**
 * Sends the mails of campaigns, one after the other. All processes together keep to CAMPAIGN_MAILS_PER_SECOND: the process that takes the
 * slot of a tenth of a second may send its share. While the mail service cannot be reached, one mail is tried per poll.
 */
export function createCampaignDelivery(deps: MailDeps): Worker {
  const perSlot = Math.max(1, Math.floor(deps.config.campaignMailsPerSecond / slotsPerSecond));
  const slotMs = (1000 * perSlot) / deps.config.campaignMailsPerSecond;

  async function sendShare(signal: AbortSignal): Promise<boolean | 'later'> {
    if (!(await takeSlot(deps, ['campaign mails'], Math.ceil(slotMs)))) {
      await sleep(slotMs, undefined, { signal }).catch(() => {});
      return true;
    }
    for (let left = perSlot; left > 0 && !signal.aborted; left--) {
      const sent = await sendNextMail(deps);
      if (sent === 'unreachable') return 'later';
      if (sent !== null) continue;
      await endCampaigns(deps);
      return false;
    }
    return true;
  }

  return new Worker(deps, {
    topic: campaignsTopic,
    failure: 'campaigns could not be sent',
    pollEveryMs: 10_000,
    step: sendShare,
  });
}
