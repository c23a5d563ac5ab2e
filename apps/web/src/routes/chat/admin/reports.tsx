import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ReportsScreen } from '../../../features/admin/reports/reports-screen.tsx';
import { refuseGuests } from '../-guest-access.ts';

type Search = { status?: 'closed' };

export const Route = createFileRoute('/admin/reports')({
  validateSearch: ({ status }: Record<string, unknown>): Search => (status === 'closed' ? { status } : {}),
  beforeLoad: ({ context }) => refuseGuests(context),
  component: Reports,
});

function Reports() {
  const { status = 'open' } = Route.useSearch();
  const navigate = useNavigate();
  return (
    <ReportsScreen
      status={status}
      onStatus={(next) =>
        void navigate({ to: '/admin/reports', search: next === 'closed' ? { status: next } : {}, replace: true })
      }
      onSignOut={() => void navigate({ to: '/' })}
    />
  );
}
