import type { RecipientCount, RecipientType } from '@noek/contract/campaigns/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { trpc } from '../../../api/trpc.ts';

const refetchMs = 10_000;
const noRecipients: RecipientCount = { recipients: 0, unsubscribed: 0, suspended: 0 };

/** How many people an email would reach, read again every ten seconds. `ids`: the selected people. */
export function useRecipientCount(recipientType: RecipientType, ids: readonly string[]) {
  const { client } = trpc.useUtils();
  const recipients = recipientType === 'selected' ? [...ids] : [];
  return useQuery({
    queryKey: ['admin', 'recipients', recipientType, recipients],
    queryFn: () =>
      recipientType === 'selected' && recipients.length === 0
        ? noRecipients
        : client.campaigns.countRecipients.mutate({ recipientType, recipients }),
    staleTime: 0,
    refetchInterval: refetchMs,
    placeholderData: keepPreviousData,
  });
}
