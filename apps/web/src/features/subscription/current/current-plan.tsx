import type { SubscriptionStatus } from '@noek/contract/subscription/schemas';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { Badge } from '../../../components/base/badge.tsx';
import { Button, buttonClass } from '../../../components/base/button.tsx';
import { AlertDialog } from '../../../components/dialogs/alert-dialog.tsx';
import { OutOfDate } from '../../../components/states/out-of-date.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { useCurrentUser } from '../../session/current-user.ts';
import { hasCard, PlanProblem, updateCardHref } from '../plans/plan-problem.tsx';
import { LoadingPlan, SignedOut } from '../plans/plan-states.tsx';
import { subscriptionTexts } from '../texts.ts';
import { subscribeHref, UpgradeLink } from '../upgrade-link.tsx';
import { useSubscription } from '../use-subscription.ts';
import { useSubscriptionChanges } from '../use-subscription-changes.ts';
import { AllowanceBars } from './allowance-bars.tsx';
import { InvoiceList } from './invoice-list.tsx';

const texts = subscriptionTexts.plan;
const { basic, premium } = subscriptionTexts;

/** The plan of the signed-in user: what it gives and costs, what is left, and how to change it. */
export function CurrentPlan() {
  const { user, isPending, unreached } = useCurrentUser();
  const query = useSubscription({ watched: true });
  const status = query.data;
  if (!user && !unreached && !isPending) return <SignedOut />;
  if (!status)
    return query.isError ? (
      <Unreadable text={errorText(query.error)} onRetry={() => void query.refetch()} />
    ) : (
      <LoadingPlan />
    );
  return (
    <div className="grid">
      {query.isError && <OutOfDate text={errorText(query.error)} className="mb-4" />}
      <PlanProblem status={status} className="mb-4" />
      <Plan status={status} />
      <AllowanceBars />
      {status.card && hasCard(status) && (
        <Item title={texts.card.title} text={texts.card.text(status.card)}>
          <a href={updateCardHref} className={buttonClass('quiet', 'sm')}>
            {texts.updateCard}
          </a>
        </Item>
      )}
      {status.provider !== 'none' && status.state !== 'none' && <InvoiceList />}
    </div>
  );
}

function Item(props: { title: string; badge?: ReactNode; text: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-border border-b py-3.5 first:pt-0 last:border-b-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {props.title}
          {props.badge}
        </p>
        <div className="text-sm text-text-muted">{props.text}</div>
      </div>
      {props.children}
    </div>
  );
}

function Plan({ status }: { status: SubscriptionStatus }) {
  const { user } = useCurrentUser();
  if (status.isActive || hasCard(status)) return <PaidPlan status={status} />;
  if (user?.accessLevel === 'admin') return <Item title={texts.admin.name} text={texts.admin.summary} />;
  if (status.plan === 'supernoek') return <Item title={premium.name} text={texts.granted} />;
  const unfinished = status.state === 'incomplete';
  return (
    <Item title={basic.name} text={unfinished ? `${basic.summary}. ${texts.unfinished}` : basic.summary}>
      {unfinished ? (
        <a href={subscribeHref} className={buttonClass('primary', 'sm')}>
          {texts.finish}
        </a>
      ) : (
        <UpgradeLink user={user} className={buttonClass('primary', 'sm')}>
          {texts.upgrade}
        </UpgradeLink>
      )}
    </Item>
  );
}

function questionOf({ state, problem, currentPeriodEnd }: SubscriptionStatus): string {
  const { question } = texts;
  if (problem === 'lowered') return question.lowered(currentPeriodEnd);
  return (state === 'past_due' ? question.unpaid : question.text)(currentPeriodEnd);
}

/** A plan that a subscription gives. The button is Cancel while it renews, otherwise Reactivate. */
function PaidPlan({ status }: { status: SubscriptionStatus }) {
  const { isActive, cancelAtPeriodEnd, currentPeriodEnd } = status;
  const { cancel, reactivate, isBusy } = useSubscriptionChanges();
  const [asking, setAsking] = useState(false);
  const isLowered = status.problem === 'lowered';
  const hasFailed = status.problem === 'payment-failed';
  const price = texts.price(status.problem ? null : currentPeriodEnd);
  const text = cancelAtPeriodEnd && currentPeriodEnd && !hasFailed ? texts.until(currentPeriodEnd) : price;
  return (
    <Item
      title={isLowered ? basic.name : premium.name}
      badge={
        <>
          {!isActive && !isLowered && <Badge>{texts.paused}</Badge>}
          {cancelAtPeriodEnd && <Badge tone="warning">{texts.cancelling}</Badge>}
        </>
      }
      text={isLowered ? texts.paidWithout : text}
    >
      {cancelAtPeriodEnd ? (
        !isLowered &&
        !hasFailed && (
          <Button size="sm" disabled={isBusy} onClick={reactivate}>
            {texts.reactivate}
          </Button>
        )
      ) : (
        <Button size="sm" variant="danger-quiet" disabled={isBusy} onClick={() => setAsking(true)}>
          {texts.cancel}
        </Button>
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.question.title}
        question={questionOf(status)}
        confirm={texts.cancel}
        cancel={isLowered ? texts.question.keepPaying : texts.question.keep}
        destructive
        onConfirm={cancel}
      />
    </Item>
  );
}
