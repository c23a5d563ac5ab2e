import type { FiguresRange } from '@noek/contract/admin/figures';
import { figuresRanges } from '@noek/contract/admin/limits';
import { keepPreviousData } from '@tanstack/react-query';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { Choice } from '../../../components/fields/choice.tsx';
import { OutOfDate } from '../../../components/states/out-of-date.tsx';
import { PaneBoundary } from '../../../components/states/pane-boundary.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { AdminFrame, AdminHeading } from '../admin-frame.tsx';
import { FiguresCharts } from './figures-charts.tsx';
import { ProvidersPanel } from './providers-panel.tsx';
import { figuresTexts as texts } from './texts.ts';

const refetchMs = 60_000;

/** The figures of Noek in small charts, and the state of the model providers. */
export function FiguresScreen(props: {
  range: FiguresRange;
  onRange: (range: FiguresRange) => void;
  onSignOut: () => void;
}) {
  return (
    <AdminFrame place="figures" onSignOut={props.onSignOut}>
      <AdminHeading page="figures" />
      <Choice
        legend={texts.range.label}
        name="range"
        choices={figuresRanges.map((value) => ({ value, label: texts.range.names[value] }))}
        value={props.range}
        onChange={props.onRange}
        className="my-5"
      />
      <PaneBoundary>
        <Charts range={props.range} />
      </PaneBoundary>
      <PaneBoundary>
        <ProvidersPanel />
      </PaneBoundary>
    </AdminFrame>
  );
}

function Charts({ range }: { range: FiguresRange }) {
  const query = trpc.admin.figures.useQuery(
    { range },
    { staleTime: 0, refetchInterval: refetchMs, placeholderData: keepPreviousData },
  );
  const { data } = query;
  if (!data && query.isError) return <Unreadable text={errorText(query.error)} onRetry={() => void query.refetch()} />;
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
      {query.isError && <OutOfDate text={errorText(query.error)} className="mb-4" />}
      <FiguresCharts figures={data} />
    </div>
  );
}
