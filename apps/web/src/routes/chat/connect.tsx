import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { DeviceScreen } from '../../features/account/connect/device-screen.tsx';
import { refuseGuests } from './-guest-access.ts';

type Search = { user_code?: string };

export const Route = createFileRoute('/connect')({
  validateSearch: ({ user_code }: Record<string, unknown>): Search =>
    typeof user_code === 'string' ? { user_code } : {},
  beforeLoad: ({ context }) => refuseGuests(context),
  component: Connect,
});

function Connect() {
  const { user_code = '' } = Route.useSearch();
  const navigate = useNavigate();
  return <DeviceScreen code={user_code} onSignOut={() => void navigate({ to: '/' })} />;
}
