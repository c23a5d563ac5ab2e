import type { AccessLevel } from '@noek/contract/subscription/plans';
import { trpc } from '../../../api/trpc.ts';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { ProgressBar } from '../../../components/states/progress-bar.tsx';
import { useCurrentUser } from '../../session/current-user.ts';
import { subscriptionTexts } from '../texts.ts';
import { statusRefreshMs } from '../use-subscription.ts';

const texts = subscriptionTexts.allowance;

/** How many windows limit the person, so that the placeholders are as tall as the bars that replace them. */
const windowsOf: Record<AccessLevel, number> = { basic: 1, supernoek: 2, admin: 0 };

/** How many messages are left in each window of the plan, and when there will be more. */
export function AllowanceBars() {
  const { user } = useCurrentUser();
  const query = trpc.chat.allowance.useQuery(undefined, {
    enabled: user !== null,
    staleTime: 0,
    refetchInterval: statusRefreshMs,
  });
  if (user && query.isPending)
    return (
      <div role="status" aria-label={texts.loading}>
        {Array.from({ length: windowsOf[user.accessLevel] }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike and never move
          <div key={at} className="grid h-22 content-center gap-2.5 border-border border-b last:border-b-0">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-1/4" />
            <Skeleton className="h-1.5 w-full" />
          </div>
        ))}
      </div>
    );
  if (query.isError && !query.data)
    return <p className="border-border border-b py-3.5 text-sm text-text-muted">{texts.failed}</p>;
  return query.data?.windows.map((window) => <Bar key={window.windowMs} {...window} />);
}

function Bar(props: { limit: number; remaining: number; windowMs: number; resetAt: string | null }) {
  const { limit, remaining, windowMs } = props;
  const used = limit - remaining;
  const text = texts.used(used, limit);
  return (
    <div className="border-border border-b py-3.5 last:border-b-0">
      <p className="font-medium tabular-nums">{texts.left(remaining, windowMs)}</p>
      <p className="text-sm text-text-muted tabular-nums">
        {text}
        {texts.resets(props.resetAt)}
      </p>
      <ProgressBar
        label={texts.label(windowMs)}
        value={used}
        max={limit}
        valueText={text}
        isFull={remaining <= 0}
        className="mt-2.5"
      />
    </div>
  );
}
