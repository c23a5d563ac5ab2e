import type { Deps } from '../../../deps.ts';

/** The topic of db.notify that wakes the delivery of campaigns in all processes. */
export const campaignsTopic = 'campaigns';

/** Tells all processes that a campaign was started or changed. */
export function announceCampaigns({ db }: Pick<Deps, 'db'>): void {
  db.notify(campaignsTopic);
}
