import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { AdminScreen } from '../../features/admin/admin-screen.tsx';
import { refuseGuests } from './-guest-access.ts';

export const Route = createFileRoute('/admin/')({
  beforeLoad: ({ context }) => refuseGuests(context),
  component: Admin,
});

function Admin() {
  const navigate = useNavigate();
  return <AdminScreen backHref="/" onSignOut={() => void navigate({ to: '/' })} />;
}
