import { Choice } from '../../../components/fields/choice.tsx';
import { PaneBoundary } from '../../../components/states/pane-boundary.tsx';
import { AdminFrame, AdminHeading } from '../admin-frame.tsx';
import { ReportList } from './report-list.tsx';
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
