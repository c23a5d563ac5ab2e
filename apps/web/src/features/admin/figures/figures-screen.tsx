import type { FiguresRange } from '@noek/contract/figures';
import { figuresRanges } from '@noek/contract/limits';
import { keepPreviousData } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Notice } from '../../../components/base/notice.tsx';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { PaneBoundary } from '../../../components/pane-boundary.tsx';
import { AdminFrame, Unreadable } from '../admin-frame.tsx';
import { FiguresCharts } from './figures-charts.tsx';
import { ProvidersPanel } from './providers-panel.tsx';
import { figuresTexts as texts } from './texts.ts';

const refetchMs = 60_000;

/** How Noek is doing, in small charts, and the state of the model providers. */
export function FiguresScreen(props: {
  range: FiguresRange;
  onRange: (range: FiguresRange) => void;
  onSignOut: () => void;
}) {
  return (
    <AdminFrame page="figures" pageTitle={texts.pageTitle} onSignOut={props.onSignOut}>
      <h1 className="text-2xl">{texts.heading}</h1>
      <p className="mt-1 max-w-160 text-pretty text-text-muted">{texts.lead}</p>
      <RangeChoice range={props.range} onRange={props.onRange} />
      <PaneBoundary>
        <Charts range={props.range} />
      </PaneBoundary>
      <PaneBoundary>
        <ProvidersPanel />
      </PaneBoundary>
    </AdminFrame>
  );
}

function RangeChoice({ range, onRange }: { range: FiguresRange; onRange: (range: FiguresRange) => void }) {
  return (
    <fieldset className="mt-5 mb-5 flex flex-wrap gap-1.5">
      <legend className="sr-only">{texts.range.label}</legend>
      {figuresRanges.map((one) => (
        <label
          key={one}
          className={clsx(
            'relative inline-flex min-h-10 cursor-pointer items-center rounded-control border px-3.5 font-medium text-[0.875rem]',
            'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
            one === range
              ? 'border-accent-edge bg-accent-soft text-accent-ink forced-colors:border-[Highlight]'
              : 'border-border-strong text-text-muted hover:bg-surface-hover hover:text-text',
          )}
        >
          <input
            type="radio"
            name="range"
            value={one}
            checked={one === range}
            onChange={() => onRange(one)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          {texts.range.names[one]}
        </label>
      ))}
    </fieldset>
  );
}

function Charts({ range }: { range: FiguresRange }) {
  const query = trpc.admin.figures.useQuery(
    { range },
    { staleTime: 0, refetchInterval: refetchMs, placeholderData: keepPreviousData },
  );
  const { data } = query;
  if (!data && query.isError) return <Unreadable error={query.error} onRetry={() => void query.refetch()} />;
  if (!data)
    return (
      <div role="status" aria-label={texts.loading} className="grid gap-4 md:grid-cols-2">
        {[1, 2, 3, 4].map((card) => (
          <Skeleton key={card} className="h-64" />
        ))}
      </div>
    );
  return (
    <div aria-busy={query.isPlaceholderData}>
      {query.isError && (
        <Notice tone="warning" role="status" className="mb-4">
          {errorText(query.error)} {texts.outOfDate}
        </Notice>
      )}
      <FiguresCharts figures={data} />
    </div>
  );
}
