import { trpc } from '../../api/trpc.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { subscriptionTexts } from './texts.ts';
import { statusRefreshMs } from './use-subscription.ts';

const texts = subscriptionTexts.allowance;

/** How many messages are left in each window of the plan, and when there will be more. */
export function AllowanceBars() {
  const { user } = useCurrentUser();
  const query = trpc.chat.allowance.useQuery(undefined, {
    enabled: user !== null,
    staleTime: 0,
    refetchInterval: statusRefreshMs,
  });
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
      <div
        role="progressbar"
        aria-label={texts.label(windowMs)}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={used}
        aria-valuetext={text}
        className="mt-2.5 h-1.5 overflow-hidden rounded-full bg-surface-active forced-colors:border"
      >
        <div
          className={`h-full rounded-full ${remaining > 0 ? 'bg-accent' : 'bg-danger'} forced-colors:bg-[Highlight]`}
          style={{ width: `${(used / limit) * 100}%` }}
        />
      </div>
    </div>
  );
}
