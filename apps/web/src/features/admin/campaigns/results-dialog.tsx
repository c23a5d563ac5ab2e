import { type Campaign, type CampaignResult, campaignResultStatuses } from '@noek/contract/campaigns/schemas';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { Select } from '../../../components/fields/select.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { LoadingList } from '../../../components/states/loading-list.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { campaignTexts } from './texts.ts';

const texts = campaignTexts.results;

/** The result of each person's email, in pages. */
export function ResultsDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const [status, setStatus] = useState<CampaignResult['status'] | ''>('');
  const query = trpc.campaigns.results.useInfiniteQuery(
    { id: campaign.id, ...(status && { status }) },
    { getNextPageParam: ({ nextCursor }) => nextCursor, staleTime: 0, placeholderData: keepPreviousData },
  );
  const results = query.data?.pages.flatMap((page) => page.results);
  return (
    <Dialog title={texts.title(campaign.subject)} description={texts.description} onClose={onClose}>
      <div className="mt-4 grid gap-4">
        <Field label={texts.filter}>
          {(control) => (
            <Select
              {...control}
              value={status}
              onChange={(event) => setStatus(event.target.value as CampaignResult['status'] | '')}
            >
              <option value="">{texts.any}</option>
              {campaignResultStatuses.map((one) => (
                <option key={one} value={one}>
                  {texts.status[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {!results && query.isError && <Unreadable text={errorText(query.error)} onRetry={() => void query.refetch()} />}
        {!results && !query.isError && <LoadingList label={texts.loading} />}
        {results?.length === 0 && <p className="text-text-muted">{texts.empty}</p>}
        {results && results.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable with the keyboard
          <ul tabIndex={0} className="max-h-[45dvh] overflow-y-auto border-border border-t text-[0.875rem]">
            {results.map((result) => (
              <li key={result.userId} className="grid gap-0.5 border-border border-b py-2.5">
                <p className="flex justify-between gap-x-4">
                  <span className="min-w-0 break-words">
                    <span dir="auto" className="font-medium">
                      {result.name}
                    </span>{' '}
                    <span className="text-text-muted">({result.email})</span>
                  </span>
                  <span className="flex-none">{texts.status[result.status]}</span>
                </p>
                {result.problem && <p className="break-words text-text-muted">{result.problem}</p>}
              </li>
            ))}
          </ul>
        )}
        <DialogButtons>
          <MoreButton query={query} label={texts.more} size="md" className="mr-auto" />
          <Button variant="quiet" onClick={onClose}>
            {texts.close}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}
