import { reportReasons } from '@noek/contract/reports/reasons';
import type { Report } from '@noek/contract/reports/schemas';
import { useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Badge } from '../../../components/base/badge.tsx';
import { Button } from '../../../components/base/button.tsx';
import { When } from '../../../components/dates/when.tsx';
import { Choice } from '../../../components/fields/choice.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { CentredMessage } from '../../../components/states/centred-message.tsx';
import { LoadingList } from '../../../components/states/loading-list.tsx';
import { OutOfDate } from '../../../components/states/out-of-date.tsx';
import { PaneBoundary } from '../../../components/states/pane-boundary.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { AdminFrame, AdminHeading } from '../admin-frame.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { ReportFacts } from './report-facts.tsx';
import { reportTexts as texts } from './texts.ts';

const statuses = ['open', 'closed'] as const;
type Status = (typeof statuses)[number];

/** What people reported: the open or the closed reports. */
export function ReportsScreen(props: { status: Status; onStatus: (status: Status) => void; onSignOut: () => void }) {
  return (
    <AdminFrame place="reports" onSignOut={props.onSignOut}>
      <AdminHeading page="reports" />
      <Choice
        legend={texts.status.label}
        name="status"
        choices={statuses.map((value) => ({ value, label: texts.status[value] }))}
        value={props.status}
        onChange={props.onStatus}
        className="my-5"
      />
      <PaneBoundary>
        <ReportList key={props.status} status={props.status} />
      </PaneBoundary>
    </AdminFrame>
  );
}

const refetchMs = 5_000;

/** The open or closed reports, the latest first, read again every five seconds. */
function ReportList({ status }: { status: 'open' | 'closed' }) {
  const [openedId, setOpenedId] = useState<string | null>(null);
  const query = trpc.moderation.reports.useInfiniteQuery(
    { status },
    { getNextPageParam: ({ nextCursor }) => nextCursor, staleTime: 0, refetchInterval: refetchMs },
  );
  const read = trpc.moderation.open.useMutation();
  const reports = query.data?.pages.flatMap((page) => page.reports);
  // Each opening is an entry of the audit log, so it happens only on request.
  const open = (id: string) => {
    setOpenedId(id);
    read.mutate({ id });
  };
  return (
    <>
      {!reports && query.isError && <Unreadable text={errorText(query.error)} onRetry={() => void query.refetch()} />}
      {!reports && !query.isError && <LoadingList label={texts.loading} />}
      {reports && query.isError && <OutOfDate text={errorText(query.error)} className="mb-4" />}
      {reports?.length === 0 && <CentredMessage title={texts.empty[status]} text={texts.emptyHint[status]} />}
      {reports && reports.length > 0 && (
        <ol className="border-border border-t">
          {reports.map((report) => (
            <ReportItem key={report.id} report={report} onOpen={() => open(report.id)} />
          ))}
        </ol>
      )}
      <MoreButton query={query} label={texts.more} />
      {openedId !== null && (
        <ReportDialog
          key={openedId}
          opened={read.data?.report.id === openedId ? read.data : null}
          listed={reports?.find(({ id }) => id === openedId)}
          error={read.error}
          onRetry={() => open(openedId)}
          onClose={() => {
            setOpenedId(null);
            read.reset();
          }}
        />
      )}
    </>
  );
}

function ReportItem({ report, onOpen }: { report: Report; onOpen: () => void }) {
  const { kind, reason, link, owner } = report;
  return (
    <li className="flex items-start justify-between gap-x-6 gap-y-3 border-border border-b py-4 text-[0.875rem] max-sm:flex-col">
      <div className="grid min-w-0 gap-1.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <span className="font-medium text-base">{reportReasons[reason]}</span>
          <Badge>{texts.kinds[kind]}</Badge>
          {link && <Badge tone={link === 'taken-down' ? 'danger' : 'neutral'}>{texts.links[link]}</Badge>}
          <span className="text-text-muted">
            <When at={report.updatedAt} />
          </span>
        </p>
        <ReportFacts report={report} className="line-clamp-3" />
      </div>
      <Button
        variant="quiet"
        size="sm"
        className="flex-none"
        aria-label={texts.openOf(reportReasons[reason], owner?.name ?? texts.guest)}
        onClick={onOpen}
      >
        {texts.open}
      </Button>
    </li>
  );
}
