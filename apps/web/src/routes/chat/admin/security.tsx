import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { SecurityScreen } from '../../../features/admin/security/security-screen.tsx';
import { refuseGuests } from '../-guest-access.ts';

export const Route = createFileRoute('/admin/security')({
  beforeLoad: ({ context }) => refuseGuests(context),
  component: Security,
});

function Security() {
  const navigate = useNavigate();
  return <SecurityScreen onSignOut={() => void navigate({ to: '/' })} />;
}
