import type { Campaign } from '@noek/contract/campaigns/schemas';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { When } from '../../../components/dates/when.tsx';
import { AlertDialog } from '../../../components/dialogs/alert-dialog.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { CentredMessage } from '../../../components/states/centred-message.tsx';
import { LoadingList } from '../../../components/states/loading-list.tsx';
import { ProgressBar } from '../../../components/states/progress-bar.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { ResultsDialog } from './results-dialog.tsx';
import { campaignTexts } from './texts.ts';

const texts = campaignTexts.list;
const refetchMs = { sending: 1_500, idle: 15_000 };

/** The sent emails, the latest first, with their progress while they are being sent. */
export function CampaignList() {
  const query = trpc.campaigns.list.useInfiniteQuery(
    { limit: 10 },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.pages.some((page) => page.campaigns.some(({ endedAt, status }) => !endedAt && status !== 'paused'))
          ? refetchMs.sending
          : refetchMs.idle,
    },
  );
  const campaigns = query.data?.pages.flatMap((page) => page.campaigns);
  return (
    <section aria-labelledby="sent-emails">
      <h2 id="sent-emails" className="text-lg">
        {texts.heading}
      </h2>
      {!campaigns && query.isError && <Unreadable text={errorText(query.error)} onRetry={() => void query.refetch()} />}
      {!campaigns && !query.isError && (
        <div className="mt-3">
          <LoadingList label={texts.loading} rows={2} />
        </div>
      )}
      {campaigns?.length === 0 && <CentredMessage title={texts.empty} text={texts.emptyHint} />}
      {campaigns && campaigns.length > 0 && (
        <ul className="mt-3 border-border border-t">
          {campaigns.map((campaign) => (
            <CampaignItem key={campaign.id} campaign={campaign} />
          ))}
        </ul>
      )}
      <MoreButton query={query} label={texts.more} />
    </section>
  );
}

type Change = 'pause' | 'resume' | 'cancel';

function CampaignItem({ campaign }: { campaign: Campaign }) {
  const { id, subject, status, total, pending, failed, endedAt } = campaign;
  const [isAsking, setIsAsking] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const utils = trpc.useUtils();
  const change = useMutation({
    mutationFn: (to: Change) => utils.client.campaigns[to].mutate({ id }),
    meta: { failed: texts.changeFailed },
    onSettled: () => utils.campaigns.list.invalidate(),
  });
  const isOpen = endedAt === null && (status === 'sending' || status === 'paused');
  const button = (label: string, onClick: () => void) => (
    <Button
      variant="quiet"
      size="sm"
      aria-label={texts.of(label, subject)}
      disabled={change.isPending}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  return (
    <li className="grid gap-2.5 border-border border-b py-4 text-[0.875rem]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p dir="auto" className="min-w-0 break-words font-medium">
          {subject}
        </p>
        <p className="text-text-muted">
          {texts.to(campaign.recipientType)} · <When at={campaign.createdAt} />
        </p>
      </div>
      <ProgressBar
        label={texts.progress(subject)}
        value={total - pending - failed}
        valueText={texts.counts(campaign)}
        max={total}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-text-muted tabular-nums">
          <span className="font-medium text-text">{texts.status[status]}</span> · {texts.counts(campaign)}
        </p>
        <div className="flex flex-wrap gap-2">
          {isOpen && status === 'sending' && button(texts.pause, () => change.mutate('pause'))}
          {isOpen && status === 'paused' && button(texts.resume, () => change.mutate('resume'))}
          {isOpen && button(texts.cancel, () => setIsAsking(true))}
          {button(texts.results, () => setIsReading(true))}
        </div>
      </div>
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={campaignTexts.cancel.title}
        question={campaignTexts.cancel.question(pending)}
        confirm={campaignTexts.cancel.confirm}
        cancel={campaignTexts.cancel.keep}
        destructive
        onConfirm={() => {
          setIsAsking(false);
          change.mutate('cancel');
        }}
      />
      {isReading && <ResultsDialog campaign={campaign} onClose={() => setIsReading(false)} />}
    </li>
  );
}
