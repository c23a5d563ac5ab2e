import { clsx } from 'clsx';
import { PaneBoundary } from '../../../components/pane-boundary.tsx';
import { AdminFrame } from '../admin-frame.tsx';
import { ReportList } from './report-list.tsx';
import { reportTexts as texts } from './texts.ts';

const statuses = ['open', 'closed'] as const;
type Status = (typeof statuses)[number];

/** What people reported: the open or the closed reports. */
export function ReportsScreen(props: { status: Status; onStatus: (status: Status) => void; onSignOut: () => void }) {
  return (
    <AdminFrame page="reports" pageTitle={texts.pageTitle} onSignOut={props.onSignOut}>
      <h1 className="text-2xl">{texts.heading}</h1>
      <p className="mt-1 max-w-160 text-pretty text-text-muted">{texts.lead}</p>
      <fieldset className="mt-5 mb-5 flex flex-wrap gap-1.5">
        <legend className="sr-only">{texts.status.label}</legend>
        {statuses.map((one) => (
          <label
            key={one}
            className={clsx(
              'relative inline-flex min-h-10 cursor-pointer items-center rounded-control border px-3.5 font-medium text-[0.875rem]',
              'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
              one === props.status
                ? 'border-accent-edge bg-accent-soft text-accent-ink forced-colors:border-[Highlight]'
                : 'border-border-strong text-text-muted hover:bg-surface-hover hover:text-text',
            )}
          >
            <input
              type="radio"
              name="status"
              value={one}
              checked={one === props.status}
              onChange={() => props.onStatus(one)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {texts.status[one]}
          </label>
        ))}
      </fieldset>
      <PaneBoundary>
        <ReportList key={props.status} status={props.status} />
      </PaneBoundary>
    </AdminFrame>
  );
}
