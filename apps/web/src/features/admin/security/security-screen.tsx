import { PaneBoundary } from '../../../components/states/pane-boundary.tsx';
import { AdminFrame, AdminHeading } from '../admin-frame.tsx';
import { FactorList } from './factor-list.tsx';
import { FailedSignIns } from './failed-sign-ins.tsx';

/** Who has which second factor, and the sign-ins that failed. */
export function SecurityScreen({ onSignOut }: { onSignOut: () => void }) {
  return (
    <AdminFrame place="security" onSignOut={onSignOut}>
      <AdminHeading page="security" />
      <PaneBoundary>
        <FactorList />
      </PaneBoundary>
      <PaneBoundary>
        <FailedSignIns />
      </PaneBoundary>
    </AdminFrame>
  );
}
