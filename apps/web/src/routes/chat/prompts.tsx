import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { PromptsScreen } from '../../features/prompts/prompts-screen.tsx';
import { refuseGuests } from './-guest-access.ts';

export const Route = createFileRoute('/prompts')({
  beforeLoad: ({ context }) => refuseGuests(context),
  component: Prompts,
});

function Prompts() {
  const navigate = useNavigate();
  return <PromptsScreen chatHref="/" onSignOut={() => void navigate({ to: '/' })} />;
}
