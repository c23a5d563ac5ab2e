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
import type { PeopleSelection } from '../people/people-selection.ts';
import { CampaignForm } from './campaign-form.tsx';
import { ResultsDialog } from './results-dialog.tsx';
import { campaignTexts } from './texts.ts';

/** The Email Dashboard: a form for a new email to many people, and the sent emails. */
export function EmailPanel({ selection }: { selection: PeopleSelection }) {
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <CampaignForm selection={selection} />
      <CampaignList />
    </div>
  );
}

const listTexts = campaignTexts.list;
const refetchMs = { sending: 1_500, idle: 15_000 };

/** The sent emails, the latest first, with their progress while they are being sent. */
function CampaignList() {
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
        {listTexts.heading}
      </h2>
      {!campaigns && query.isError && <Unreadable text={errorText(query.error)} onRetry={() => void query.refetch()} />}
      {!campaigns && !query.isError && (
        <div className="mt-3">
          <LoadingList label={listTexts.loading} rows={2} />
        </div>
      )}
      {campaigns?.length === 0 && <CentredMessage title={listTexts.empty} text={listTexts.emptyHint} />}
      {campaigns && campaigns.length > 0 && (
        <ul className="mt-3 border-border border-t">
          {campaigns.map((campaign) => (
            <CampaignItem key={campaign.id} campaign={campaign} />
          ))}
        </ul>
      )}
      <MoreButton query={query} label={listTexts.more} />
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
    meta: { failed: listTexts.changeFailed },
    onSettled: () => utils.campaigns.list.invalidate(),
  });
  const isOpen = endedAt === null && (status === 'sending' || status === 'paused');
  const button = (label: string, onClick: () => void) => (
    <Button
      variant="quiet"
      size="sm"
      aria-label={listTexts.of(label, subject)}
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
          {listTexts.to(campaign.recipientType)} · <When at={campaign.createdAt} />
        </p>
      </div>
      <ProgressBar
        label={listTexts.progress(subject)}
        value={total - pending - failed}
        valueText={listTexts.counts(campaign)}
        max={total}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-text-muted tabular-nums">
          <span className="font-medium text-text">{listTexts.status[status]}</span> · {listTexts.counts(campaign)}
        </p>
        <div className="flex flex-wrap gap-2">
          {isOpen && status === 'sending' && button(listTexts.pause, () => change.mutate('pause'))}
          {isOpen && status === 'paused' && button(listTexts.resume, () => change.mutate('resume'))}
          {isOpen && button(listTexts.cancel, () => setIsAsking(true))}
          {button(listTexts.results, () => setIsReading(true))}
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
