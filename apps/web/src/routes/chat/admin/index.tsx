import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { AdminScreen } from '../../../features/admin/admin-screen.tsx';
import { type DashboardTab, isDashboardTab } from '../../../features/admin/dashboard-tabs.ts';
import { refuseGuests } from '../-guest-access.ts';

type Search = { tab?: DashboardTab };

export const Route = createFileRoute('/admin/')({
  validateSearch: ({ tab }: Record<string, unknown>): Search => (isDashboardTab(tab) && tab !== 'users' ? { tab } : {}),
  beforeLoad: ({ context }) => refuseGuests(context),
  component: Admin,
});

function Admin() {
  const { tab = 'users' } = Route.useSearch();
  const navigate = useNavigate();
  return (
    <AdminScreen
      tab={tab}
      onTab={(next) =>
        void navigate({
          to: '/admin',
          search: next === 'users' ? {} : { tab: next },
          replace: true,
          resetScroll: false,
        })
      }
      backHref="/"
      onSignOut={() => void navigate({ to: '/' })}
    />
  );
}
