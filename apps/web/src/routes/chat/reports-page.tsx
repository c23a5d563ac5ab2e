import { navigate } from '../../components/base/navigate.ts';
import { onlyValue } from '../../components/base/only-value.ts';
import { ReportsScreen } from '../../features/admin/reports/reports-screen.tsx';

/** `?status=closed`: the reports that have been closed. */
export default function ReportsPage({ address }: { address: URL }) {
  const isClosed = onlyValue(address.searchParams, 'status') === 'closed';
  return (
    <ReportsScreen
      status={isClosed ? 'closed' : 'open'}
      onStatus={(next) =>
        navigate(next === 'closed' ? '/admin/reports?status=closed' : '/admin/reports', { replace: true })
      }
      onSignOut={() => navigate('/')}
    />
  );
}
