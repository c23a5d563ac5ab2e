import type { Provider } from '@noek/contract/admin/figures';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Badge } from '../../../components/base/badge.tsx';
import { Button } from '../../../components/base/button.tsx';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { When } from '../../../components/dates/when.tsx';
import { OutOfDate } from '../../../components/states/out-of-date.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { figuresTexts } from './texts.ts';

const texts = figuresTexts.providers;
const refetchMs = 15_000;

const tones = { working: 'success', resting: 'danger', trying: 'warning' } as const;

/** The model providers with the state of their circuit breakers; each can be tried at once. */
export function ProvidersPanel() {
  const query = trpc.admin.providers.useQuery(undefined, { staleTime: 0, refetchInterval: refetchMs });
  const { data } = query;
  return (
    <section aria-labelledby="providers" className="mt-10">
      <h2 id="providers" className="text-lg">
        {texts.heading}
      </h2>
      <p className="mt-1 text-text-muted">{texts.lead}</p>
      {!data && query.isError && (
        <Unreadable className="mt-3" text={errorText(query.error)} onRetry={() => void query.refetch()} />
      )}
      {!data && !query.isError && (
        <div role="status" aria-label={texts.loading}>
          <Skeleton className="mt-3 h-20" />
        </div>
      )}
      {data && query.isError && <OutOfDate text={errorText(query.error)} className="mt-3" />}
      {data && <p className="mt-3 break-words">{texts.answeredBy(data.label)}</p>}
      {data?.providers.length === 0 && <p className="mt-1 text-text-muted">{texts.none}</p>}
      {data && data.providers.length > 0 && (
        <ul className="mt-3 border-border border-t">
          {data.providers.map((provider) => (
            <ProviderRow key={provider.name} provider={provider} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ProviderRow({ provider }: { provider: Provider }) {
  const { name, state, failures, restsUntil, lastFailure, lastSuccessAt, refusals } = provider;
  const utils = trpc.useUtils();
  const attempt = trpc.admin.tryProvider.useMutation({
    onSuccess({ state: after }) {
      if (after === 'working') toast({ title: texts.worked(name) });
      else toast({ title: texts.failed(name), variant: 'destructive' });
    },
    meta: { failed: texts.notTried },
    onSettled: () => void utils.admin.providers.invalidate(),
  });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-border border-b py-4 text-[0.875rem]">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="break-words font-medium text-base">{name}</span>
          <Badge tone={tones[state]}>{texts.states[state]}</Badge>
        </p>
        {restsUntil && (
          <p className="text-text-muted">
            {texts.rests} {timeOf(restsUntil)}.
          </p>
        )}
        {failures > 0 && <p className="text-text-muted">{texts.failures(failures)}</p>}
        <p className="break-words text-text-muted">
          {lastFailure ? (
            <>
              {texts.lastFailure} (<When at={lastFailure.at} />
              ): {lastFailure.message}
            </>
          ) : (
            texts.noFailure
          )}
        </p>
        <p className="text-text-muted">
          {lastSuccessAt ? (
            <>
              {texts.lastAnswer}: <When at={lastSuccessAt} />
            </>
          ) : (
            texts.noAnswer
          )}
        </p>
        {refusals.map(({ what, model, until }) => (
          <p key={`${what} ${model}`} className="break-words text-text-muted">
            {texts.refused(model, what, timeOf(until))}
          </p>
        ))}
      </div>
      <Button
        variant="quiet"
        size="sm"
        aria-label={attempt.isPending ? undefined : texts.tryNowOf(name)}
        aria-disabled={attempt.isPending}
        onClick={() => !attempt.isPending && attempt.mutate({ id: name })}
      >
        {attempt.isPending ? texts.trying : texts.tryNow}
      </Button>
    </li>
  );
}

const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' });
const timeOf = (at: string): string => time.format(new Date(at));
