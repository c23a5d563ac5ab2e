import type { WebhookDelivery } from '@noek/contract/webhooks/schemas';
import { serverReasonOr } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import { Badge } from '../../../components/base/badge.tsx';
import { Button } from '../../../components/base/button.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { When } from '../../../components/dates/when.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { Item, Items } from '../item.tsx';
import { ReadSection } from '../section-states.tsx';
import { webhookTexts } from './texts.ts';

const texts = webhookTexts.deliveries;
const tones = { delivered: 'success', waiting: 'info', failed: 'danger' } as const;
/** How often the list is read again while something waits. */
const readEveryMs = 5_000;
const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });
const soon = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });

/** What was sent to a webhook in the last 30 days, the newest first. It is read again while something waits. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const query = trpc.webhooks.deliveries.useInfiniteQuery(
    { id: webhookId },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ deliveries }) => deliveries.some(({ status }) => status === 'waiting'))
          ? readEveryMs
          : false,
    },
  );
  return (
    <div className="mt-4 rounded-card border border-border bg-surface p-4">
      <ReadSection query={query} label={texts.loading}>
        {({ pages }) => {
          const deliveries = pages.flatMap((page) => page.deliveries);
          return (
            <>
              {deliveries.length === 0 && <p className="text-sm text-text-muted">{texts.none}</p>}
              <Items>
                {deliveries.map((delivery) => (
                  <DeliveryItem key={delivery.id} webhookId={webhookId} delivery={delivery} />
                ))}
              </Items>
              <div className="mt-4 flex flex-wrap gap-3">
                <Button variant="quiet" size="sm" disabled={query.isFetching} onClick={() => void query.refetch()}>
                  {query.isRefetching ? texts.refreshing : texts.refresh}
                </Button>
                <MoreButton query={query} label={texts.more} loading={texts.loadingMore} className="" />
              </div>
            </>
          );
        }}
      </ReadSection>
    </div>
  );
}

function DeliveryItem({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const { id, event, status, createdAt, attempts, answerStatus, problem, nextAttemptAt } = delivery;
  const utils = trpc.useUtils();
  const redeliver = trpc.webhooks.redeliver.useMutation({
    onSuccess(after) {
      if (after.status === 'delivered') return toast(texts.redelivered);
      toast({
        title: after.problem ? texts.notRedelivered : webhookTexts.testWaits.title,
        description: after.problem ?? webhookTexts.testWaits.description,
        ...(after.problem && { variant: 'destructive' as const }),
      });
    },
    meta: { failed: serverReasonOr(webhookTexts.sendFailed) },
    onSettled: () => utils.webhooks.deliveries.invalidate({ id: webhookId }),
  });
  const name = webhookTexts.events[event];
  const facts = [
    problem === null && answerStatus !== null && texts.answered(answerStatus),
    attempts > 0 && texts.attempts(attempts),
  ].filter(Boolean);
  return (
    <Item
      wraps
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.875rem]">
          {name}
          <Badge tone={tones[status]}>{texts.status[status]}</Badge>
        </span>
      }
      control={
        <Button
          variant="quiet"
          size="sm"
          disabled={redeliver.isPending}
          aria-label={texts.redeliverNamed(name, time.format(new Date(createdAt)))}
          onClick={() => redeliver.mutate({ id: webhookId, deliveryId: id })}
        >
          {redeliver.isPending ? texts.redelivering : texts.redeliver}
        </Button>
      }
    >
      <p>
        <When at={createdAt} />
        {facts.length > 0 && ` · ${facts.join(' · ')}`}
      </p>
      {problem && <p>{problem}</p>}
      {status === 'waiting' && <p>{nextAttemptAt ? texts.next(until(nextAttemptAt)) : texts.sendingNow}</p>}
    </Item>
  );
}

/** "in 3 minutes" */
function until(iso: string): string {
  const seconds = Math.round((Date.parse(iso) - Date.now()) / 1000);
  if (seconds <= 0) return texts.soon;
  if (seconds < 90) return soon.format(seconds, 'second');
  if (seconds < 90 * 60) return soon.format(Math.round(seconds / 60), 'minute');
  return soon.format(Math.round(seconds / 3600), 'hour');
}
